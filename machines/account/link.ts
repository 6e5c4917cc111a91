import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import type { LinkDetails } from '../../contract/account/links.ts';
import type { Redacted } from '../../domain/text/redacted.ts';
import type { FormEntry } from '../engine/form.ts';
import { newPasswordErrors } from './accountEntries.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import { errorsOrFailure, firstInvalidField, type FormErrors, withoutError } from '../engine/formErrors.ts';
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

interface LinkContext {
  /** The action of the link; null before it is known. */
  details: LinkDetails | null;
  /** The email's "This was not me" has opened the page. */
  isNotMe: boolean;
  errors: FormErrors;
  /** Why the link could not be read or used, when the reason is about no field. */
  failure: Failure | null;
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

interface Scope {
  context: LinkContext;
  event: LinkEvent;
}

const errorsIn = ({ context, event }: Scope): FormErrors =>
  event.type === 'link.submitted' ? errorsOf(context.details, event.entry.reveal()) : {};
const claimErrorsIn = ({ event }: Scope): FormErrors =>
  event.type === 'link.submitted' ? newPasswordErrors(event.entry.reveal(), 'password') : {};

/**
 * The link of an email. Opening its page reads the link, which changes nothing; pressing the button uses it. The token stays
 * in the effects (ruling 13).
 */
export const linkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    /** The entry was rejected. `field` is the first field with an error, null when no field has one. */
    emitted: {} as { type: 'entryRejected'; field: string | null },
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
    isOver: ({ event }) => 'error' in event && failureOf(event.error).code === 'link-over',
    isNotMe: ({ context }) => context.isNotMe,
    canClaim: ({ context }) => context.details !== null && isAboutUnproven(context.details),
    isValid: (scope) => Object.keys(errorsIn(scope)).length === 0,
    isValidClaim: (scope) => Object.keys(claimErrorsIn(scope)).length === 0,
  },
  actions: {
    clear: assign({ details: null, errors: {}, failure: null }),
    setNotMe: assign({
      isNotMe: ({ context, event }) => (event.type === 'link.opened' ? event.isNotMe : context.isNotMe),
    }),
    setDetails: assign({
      details: ({ context, event }) => ('output' in event ? (event.output as LinkDetails) : context.details),
    }),
    clearErrors: assign({ errors: {}, failure: null }),
    clearError: assign({
      errors: ({ context, event }) =>
        event.type === 'link.changed' ? withoutError(context.errors, event.field) : context.errors,
    }),
    showErrors: assign({ errors: errorsIn, failure: null }),
    showClaimErrors: assign({ errors: claimErrorsIn, failure: null }),
    setFailure: assign(({ event }) => ('error' in event ? errorsOrFailure(event.error, labels) : {})),
    emitRejected: emit(({ context: { errors } }) => ({
      type: 'entryRejected' as const,
      field: firstInvalidField(errors, labels),
    })),
    announceUse: sendToFlow('root', dataChanged('account')),
    forget: () => {
      // Forgets the token and removes it from the URL; provided by the composition root.
    },
  },
}).createMachine({
  id: 'link',
  context: { details: null, isNotMe: false, errors: {}, failure: null },
  initial: 'hidden',
  on: {
    'link.opened': { target: '.reading', actions: ['clear', 'setNotMe'] },
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
          { guard: 'isNotMe', target: 'doubted', actions: 'setDetails' },
          { target: 'ready', actions: 'setDetails' },
        ],
        onError: [
          { guard: 'isOver', target: 'over', actions: 'forget' },
          { target: 'failed', actions: 'setFailure' },
        ],
      },
    },
    failed: { on: { 'link.retried': { target: 'reading', actions: 'clear' } } },
    ready: {
      on: {
        'link.changed': { actions: 'clearError' },
        'link.doubted': { target: 'doubted', actions: 'clearErrors' },
        'link.submitted': [
          { guard: 'isValid', target: 'using', actions: 'clearErrors' },
          { actions: ['showErrors', 'emitRejected'] },
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
          { guard: 'isOver', target: 'over', actions: 'forget' },
          { target: 'ready', actions: ['setFailure', 'emitRejected'] },
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
        'link.changed': { actions: 'clearError' },
        'link.doubted': { target: 'doubted', actions: 'clearErrors' },
        'link.submitted': [
          { guard: 'isValidClaim', target: 'claiming', actions: 'clearErrors' },
          { actions: ['showClaimErrors', 'emitRejected'] },
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
          { guard: 'isOver', target: 'over', actions: 'forget' },
          { target: 'claimable', actions: ['setFailure', 'emitRejected'] },
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
          { guard: 'isOver', target: 'over', actions: 'forget' },
          { target: 'doubted', actions: 'setFailure' },
        ],
      },
    },
    claimed: { description: 'The account belongs to the reader, who signs in with the new password' },
    disowned: { description: 'The link has ended, because its reader did not ask for it' },
    used: {},
    over: { description: 'The link was used, replaced by a newer one, or has expired' },
  },
});
