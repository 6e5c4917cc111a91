import { assign, fromPromise, setup } from 'xstate';
import type { LinkDetails as ApiLinkDetails } from '../../contract/account/links.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { type FormEntry, type FormInput, formMachine } from '../engine/form/form.ts';
import { missingFieldErrors, newPasswordErrors } from './accountEntries.ts';
import { type Failure, failureOf } from '../engine/failure.ts';
import type { FormErrors } from '../engine/form/formErrors.ts';
import { sendToFlow } from '../engine/system.ts';

/** The action of a link in an email and the account that it is about. */
export type LinkDetails = CamelCased<ApiLinkDetails>;

export type LinkEvent =
  /** `isNotMe`: the link was the email's "This was not me". */
  | { type: 'link.opened'; isNotMe: boolean }
  | { type: 'link.left' }
  | { type: 'link.retried' }
  /** The reader presses "This was not me", which must be confirmed. */
  | { type: 'link.doubted' }
  /** The reader confirms "This was not me". */
  | { type: 'link.disowned' }
  /** Another person made the account, and the reader takes it over. */
  | { type: 'link.claimChosen' }
  /** The reader withdraws "This was not me". */
  | { type: 'link.accepted' }
  /** The server accepted the entry of the form. */
  | { type: 'link.sent' }
  | { type: 'link.refused'; failure: Failure | null };

declare module '../engine/system.ts' {
  interface EventsByFlow {
    /** From the forms of the link's page. */
    link: Extract<LinkEvent, { type: 'link.sent' | 'link.refused' | 'link.doubted' }>;
  }
}

interface LinkContext {
  /** Null until the link was read. */
  details: LinkDetails | null;
  /** The page was opened by the email's "This was not me". */
  isNotMe: boolean;
  failure: Failure | null;
}

const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone Number',
  password: 'Password',
  again: 'Confirm Password',
  code: 'Code',
  earlier: 'Earlier account',
} as const;

const nameMissing = { firstName: 'Enter your first name', phone: 'Enter your phone number' };
const passwordMissing: FormErrors = { password: 'Enter the password that you chose when you registered' };
const choiceMissing: FormErrors = { earlier: 'Say whether the earlier account is yours' };

/** The user must say what happens to an earlier account of the address, because it holds something. */
export const asksAboutEarlier = ({ action, account }: LinkDetails): boolean =>
  action === 'register' && account?.kind === 'unproven' && account.holdsAnything;

/** The reader can take over the account, or take the address away from it. */
export const isAboutUnproven = ({ action, account }: LinkDetails): boolean =>
  action === 'confirm' && account?.kind === 'unproven';

/** The link of an invitation to the staff makes an account for its address. */
export const makesAccount = ({ action, account }: LinkDetails): boolean =>
  action === 'invitation' && account === null;

/** The reader chooses a new password: nobody knows one of an account that the desk has made. */
export const choosesPassword = (details: LinkDetails): boolean =>
  details.action === 'reset' ||
  makesAccount(details) ||
  (details.action === 'invitation' && details.account?.kind === 'desk-made');

/** The reader enters the password of the account or of the registration. */
export const asksPassword = (details: LinkDetails): boolean =>
  !choosesPassword(details) && (details.action === 'register' || !details.isOwn);

const notAsked = { action: '', needsPassword: '', choosesPassword: '', needsName: '', asksEarlier: '' };

/** The values that the form keeps: the action, and '' or 'yes' for each question. */
const askedBy = (details: LinkDetails): typeof notAsked => ({
  action: details.action,
  needsPassword: asksPassword(details) ? 'yes' : '',
  choosesPassword: choosesPassword(details) ? 'yes' : '',
  needsName: makesAccount(details) ? 'yes' : '',
  asksEarlier: asksAboutEarlier(details) ? 'yes' : '',
});

/**
 * By action: nothing, a new password twice, or the password of the registration or of the account; the name of
 * a new account; and the choice about an earlier account.
 */
function errorsOf(entry: FormEntry): FormErrors {
  const { needsPassword, asksEarlier, password = '', earlier = '' } = entry;
  return {
    ...(entry['needsName'] ? missingFieldErrors(entry, nameMissing) : {}),
    ...(entry['choosesPassword'] ? newPasswordErrors(entry, 'password') : {}),
    ...(needsPassword && password === '' ? passwordMissing : {}),
    ...(asksEarlier && earlier === '' ? choiceMissing : {}),
  };
}

/** It is open while its state lasts, and notifies the link of the result. */
const linkForm = (id: string, keeps: FormEntry, validate: (entry: FormEntry) => FormErrors) =>
  formMachine(id, { changes: ['account'], labels, validate, keeps }).provide({
    actions: {
      proceed: sendToFlow('link', { type: 'link.sent' }),
      handleFailure: sendToFlow('link', ({ context: { failure } }) => ({ type: 'link.refused', failure })),
      handleDismissal: sendToFlow('link', { type: 'link.doubted' }),
    },
  });

export const linkUseForm = linkForm('use', notAsked, errorsOf);
/** Asks for a new password for the account that the reader takes over. */
export const claimForm = linkForm('claim', {}, (entry) => newPasswordErrors(entry, 'password'));

/**
 * The link of an email. Opening its page reads the link, which changes nothing; pressing the button uses it. The token stays
 * in the effects (ruling 13).
 */
export const linkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    children: {} as { read: 'read'; disown: 'disown'; use: 'use'; claim: 'claim' },
    tags: {} as 'busy',
  },
  actors: {
    read: fromPromise<LinkDetails>(() => Promise.reject(new Error('read is not provided'))),
    disown: fromPromise<void>(() => Promise.reject(new Error('disown is not provided'))),
    use: linkUseForm,
    claim: claimForm,
  },
  guards: {
    isOver: (_, { error }: { error: unknown }) => failureOf(error).code === 'link-over',
    isNotMe: ({ context }) => context.isNotMe,
    canClaim: ({ context }) => context.details !== null && isAboutUnproven(context.details),
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null }),
    clear: assign({ details: null, failure: null }),
    setNotMe: assign((_, { isNotMe }: { isNotMe: boolean }) => ({ isNotMe })),
    setDetails: assign((_, { output: details }: { output: LinkDetails }) => ({ details })),
    forget: () => {
      // Forgets the token and removes it from the URL; provided by the composition root.
    },
  },
}).createMachine({
  id: 'link',
  context: { details: null, isNotMe: false, failure: null },
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
      description: 'The page says what the link does, and has the form that does it',
      invoke: {
        id: 'use',
        src: 'use',
        input: ({ context: { details } }): FormInput => ({ isOpen: true, kept: details && askedBy(details) }),
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: {
        'link.doubted': 'doubted',
        'link.sent': { target: 'used', actions: 'forget' },
        'link.refused': {
          guard: { type: 'isOver', params: ({ event }) => ({ error: event.failure }) },
          target: 'over',
          actions: 'forget',
        },
      },
    },
    doubted: {
      description: 'The page says what "this was not me" does, before anything changes',
      on: {
        'link.accepted': { target: 'ready', actions: 'clearFailure' },
        'link.claimChosen': { guard: 'canClaim', target: 'claimable', actions: 'clearFailure' },
        'link.disowned': { target: 'disowning', actions: 'clearFailure' },
      },
    },
    claimable: {
      description: 'The page has the form that takes the account over',
      invoke: {
        id: 'claim',
        src: 'claim',
        input: { isOpen: true },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: {
        'link.doubted': 'doubted',
        'link.sent': { target: 'claimed', actions: 'forget' },
        'link.refused': {
          guard: { type: 'isOver', params: ({ event }) => ({ error: event.failure }) },
          target: 'over',
          actions: 'forget',
        },
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
