import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import type { LinkDetails } from '../../contract/account/links.ts';
import type { Redacted } from '../../domain/text/redacted.ts';
import type { FormEntry } from '../engine/form.ts';
import { newPasswordErrors } from './accountEntries.ts';
import { failureOf } from '../engine/failure.ts';
import {
  type Changed,
  clearedError,
  type EntryRejected,
  failureWith,
  type FormState,
  isValid,
  noErrors,
  rejectionOf,
  shownErrors,
} from '../engine/formActions.ts';
import type { FormErrors } from '../engine/formErrors.ts';
import { sendToFlow } from '../engine/system.ts';
import { dataChanged } from '../engine/topics.ts';

export type LinkEvent =
  /** A link in an email has opened a page. `isNotMe`: the email's "This was not me". */
  | { type: 'link.opened'; isNotMe: boolean }
  | { type: 'link.left' }
  | { type: 'link.retried' }
  /** "This was not me": the page asks what shall happen. */
  | { type: 'link.doubted' }
  /** The reader confirms "this was not me". */
  | { type: 'link.disowned' }
  /** Somebody else has made the account, and the reader wants it all the same. */
  | { type: 'link.claimChosen' }
  /** It was the reader after all. */
  | { type: 'link.accepted' }
  | { type: 'link.changed'; field: string }
  | { type: 'link.submitted'; entry: Redacted<FormEntry> };

interface LinkContext extends FormState {
  /** The action of the link; null before it is known. */
  details: LinkDetails | null;
  /** The email's "This was not me" has opened the page. */
  isNotMe: boolean;
}

const labels = {
  password: 'Password',
  again: 'Confirm Password',
  code: 'Code',
  earlier: 'Earlier account',
} as const;

const passwordMissing: FormErrors = { password: 'Enter the password that you chose when you registered' };
const choiceMissing: FormErrors = { earlier: 'Say whether the earlier account is yours' };

/** Whether the user of a link has to say what happens to an earlier account of the address, because it holds something. */
export const asksAboutEarlier = ({ action, account }: LinkDetails): boolean =>
  action === 'register' && account?.kind === 'unproven' && account.holds_anything;

/** Whether the link is about an account that its reader can take over or take the address from (decision 0045). */
export const isAboutUnproven = ({ action, account }: LinkDetails): boolean =>
  action === 'confirm' && account?.kind === 'unproven';

/**
 * The errors of the entry that a link's action needs: nothing, a new password twice, or the password of the registration or of the
 * account, and the choice about an earlier account.
 */
function errorsOf(details: LinkDetails | null, entry: FormEntry): FormErrors {
  if (details?.action === 'reset') return newPasswordErrors(entry, 'password');
  const needsPassword = details?.action === 'register' || details?.is_own === false;
  return {
    ...(needsPassword && (entry['password'] ?? '') === '' ? passwordMissing : {}),
    ...(details && asksAboutEarlier(details) && (entry['earlier'] ?? '') === '' ? choiceMissing : {}),
  };
}

interface Submission {
  readonly entry: Redacted<FormEntry>;
}

const errorsIn = ({ context, event }: { context: LinkContext; event: Submission }) => ({
  errors: errorsOf(context.details, event.entry.reveal()),
});
const claimErrorsIn = ({ event }: { event: Submission }) => ({
  errors: newPasswordErrors(event.entry.reveal(), 'password'),
});

/**
 * The link of an email. Opening its page reads the link, which changes nothing; pressing the button uses it. The token stays
 * in the effects (ruling 13).
 */
export const linkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    emitted: {} as EntryRejected,
    tags: {} as 'busy',
  },
  actors: {
    read: fromPromise<LinkDetails>(() => Promise.reject(new Error('read is not provided'))),
    disown: fromPromise<void>(() => Promise.reject(new Error('disown is not provided'))),
    claim: fromPromise<void, { entry: Redacted<FormEntry> }>(() =>
      Promise.reject(new Error('claim is not provided')),
    ),
    use: fromPromise<void, { details: LinkDetails | null; entry: Redacted<FormEntry> }>(() =>
      Promise.reject(new Error('use is not provided')),
    ),
  },
  guards: {
    isValid,
    isOver: (_, { error }: { error: unknown }) => failureOf(error).code === 'link-over',
    isNotMe: ({ context }) => context.isNotMe,
    canClaim: ({ context }) => context.details !== null && isAboutUnproven(context.details),
  },
  actions: {
    clearErrors: assign(noErrors),
    clearError: assign(({ context }, changed: Changed) => clearedError(context, changed)),
    showErrors: assign(shownErrors),
    setFailure: assign(failureWith(labels)),
    emitRejected: emit(({ context }) => rejectionOf(context, Object.keys(labels))),
    clear: assign({ details: null, ...noErrors }),
    setNotMe: assign((_, { isNotMe }: { isNotMe: boolean }) => ({ isNotMe })),
    setDetails: assign((_, { output: details }: { output: LinkDetails }) => ({ details })),
    announceUse: sendToFlow('root', dataChanged('account')),
    forget: () => {
      // Forgets the token and removes it from the URL; provided by the composition root.
    },
  },
}).createMachine({
  id: 'link',
  context: { details: null, isNotMe: false, ...noErrors },
  initial: 'hidden',
  on: {
    'link.opened': {
      target: '.reading',
      actions: ['clear', { type: 'setNotMe', params: ({ event }) => event }],
    },
    'link.left': { target: '.hidden', actions: 'clear' },
  },
  states: {
    hidden: {},
    reading: {
      tags: ['busy'],
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: 'isNotMe',
            target: 'doubted',
            actions: { type: 'setDetails', params: ({ event }) => event },
          },
          { target: 'ready', actions: { type: 'setDetails', params: ({ event }) => event } },
        ],
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'forget' },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    failed: { on: { 'link.retried': { target: 'reading', actions: 'clear' } } },
    ready: {
      on: {
        'link.changed': { actions: { type: 'clearError', params: ({ event }) => event } },
        'link.doubted': { target: 'doubted', actions: 'clearErrors' },
        'link.submitted': [
          { guard: { type: 'isValid', params: errorsIn }, target: 'using', actions: 'clearErrors' },
          { actions: [{ type: 'showErrors', params: errorsIn }, 'emitRejected'] },
        ],
      },
    },
    using: {
      description: 'A second press is ignored',
      tags: ['busy'],
      invoke: {
        id: 'use',
        src: 'use',
        input: ({ context, event }) => {
          assertEvent(event, 'link.submitted');
          return { details: context.details, entry: event.entry };
        },
        onDone: { target: 'used', actions: ['forget', 'announceUse'] },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'forget' },
          {
            target: 'ready',
            actions: [{ type: 'setFailure', params: ({ event }) => event }, 'emitRejected'],
          },
        ],
      },
    },
    doubted: {
      description: 'The page says what "this was not me" does, before anything changes',
      on: {
        'link.accepted': { target: 'ready', actions: 'clearErrors' },
        'link.claimChosen': { guard: 'canClaim', target: 'claimable', actions: 'clearErrors' },
        'link.disowned': { target: 'disowning', actions: 'clearErrors' },
      },
    },
    claimable: {
      on: {
        'link.changed': { actions: { type: 'clearError', params: ({ event }) => event } },
        'link.doubted': { target: 'doubted', actions: 'clearErrors' },
        'link.submitted': [
          { guard: { type: 'isValid', params: claimErrorsIn }, target: 'claiming', actions: 'clearErrors' },
          { actions: [{ type: 'showErrors', params: claimErrorsIn }, 'emitRejected'] },
        ],
      },
    },
    claiming: {
      tags: ['busy'],
      invoke: {
        id: 'claim',
        src: 'claim',
        input: ({ event }) => {
          assertEvent(event, 'link.submitted');
          return { entry: event.entry };
        },
        onDone: { target: 'claimed', actions: ['forget', 'announceUse'] },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'forget' },
          {
            target: 'claimable',
            actions: [{ type: 'setFailure', params: ({ event }) => event }, 'emitRejected'],
          },
        ],
      },
    },
    disowning: {
      tags: ['busy'],
      invoke: {
        id: 'disown',
        src: 'disown',
        onDone: { target: 'disowned', actions: 'forget' },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over', actions: 'forget' },
          { target: 'doubted', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
    },
    claimed: { description: 'The account belongs to the reader, who signs in with the new password' },
    disowned: { description: 'The link has ended, because its reader did not ask for it' },
    used: {},
    over: { description: 'The link was used, replaced by a newer one, or has expired' },
  },
});
