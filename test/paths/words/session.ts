import { messages } from '../../../domain/text/messages.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { LiveSession, StoredSession } from '../../../machines/account/session/events.ts';
import { monthLongSession, sessionDueForRenewal, user } from '../../fixtures/booking.ts';
import { session as model } from '../models/session.ts';
import {
  anyButton,
  causeOf,
  disabled,
  heading,
  key,
  meanwhile,
  noButton,
  press,
  status,
  text,
  type,
} from './phrases.ts';
import type { PathWords, Sight, StepInContext } from './words.ts';

/* The session, on My bookings, which requires one. */

const LOG_OUT = 'LOG OUT';
const SIGN_IN = 'SIGN IN';

type Event = NonNullable<StepInContext['event']>;
const errorIn = ({ event }: StepInContext): Failure => (event as Event)['error'] as Failure;

/** Whose it is, and when it ends. */
const sessionText = ({ user: { id }, expiresAt }: LiveSession): string => {
  if (id !== user.id) return ' as somebody else';
  if (expiresAt === monthLongSession.expiresAt) return ', with a session of a month';
  return expiresAt === sessionDueForRenewal.expiresAt ? ', with a session that ends within a minute' : '';
};
const storedText = (stored: StoredSession): string => {
  switch (stored.kind) {
    case 'live':
      return `are logged in${sessionText(stored)}`;
    case 'expired':
      return 'were logged in until the session ended an hour ago';
    default:
      return 'are not logged in';
  }
};

const inHeader = (state: string): Sight => ({
  words: '',
  check: ({ page }) => page.locator(`header [data-flow="session"][data-state="${state}"]`).waitFor(),
});
const signedOut = ({ state }: StepInContext): readonly Sight[] => [
  heading('Good to see you'),
  anyButton(SIGN_IN),
  noButton(LOG_OUT),
  inHeader(state),
];
const signedIn = ({ state }: StepInContext): readonly Sight[] => [
  heading('My bookings', 1),
  anyButton(LOG_OUT),
  noButton(SIGN_IN),
  inHeader(state),
];
const result = (call: string, success: (event: Event) => string) => (step: StepInContext) => [
  meanwhile(`The server is asked ${call}: ${success(step.event as Event)}.`),
];
const refusal = (call: string) => (step: StepInContext) => [
  meanwhile(`The server is asked ${call}: ${causeOf(errorIn(step))}.`),
];
const RENEW = 'to renew the session';

export const session: PathWords = {
  name: 'session',
  model,
  about: ['Open the pages with a slow network, and cut it where the server does not respond.'],
  start: () => '',
  // The first event says which session the browser has stored, so it opens the page.
  isTransientState: ({ event }) => event === null,
  longPaths: {
    maxEvents: 15,
    nameOf: ({ type: eventType, ...event }) =>
      eventType === 'xstate.error.actor.signIn'
        ? `a login that fails: ${(event['error'] as Failure).status}`
        : undefined,
  },
  elsewhere: {
    [messages.session.dialogLoginFailed]: 'the dialog of the checkout shows it (booking.spec.ts)',
  },

  events: {
    'xstate.done.actor.restore': ({ event }) => [
      meanwhile(
        `Open My bookings in a browser in which you ${storedText(event?.['output'] as StoredSession)}.`,
      ),
    ],
    'session.signInRequested': () => [
      type('asha@example.com', 'Email Address'),
      type('a secret', 'Password'),
      key('Enter'),
    ],
    'xstate.done.actor.signIn': result('to log in', () => 'it accepts'),
    'xstate.error.actor.signIn': (step) => [
      meanwhile(
        errorIn(step).isTransient
          ? 'The server is asked to log in: it does not respond.'
          : 'The server is asked to log in: it does not accept the password.',
      ),
    ],
    'xstate.done.actor.recover': result(RENEW, () => 'it does'),
    'xstate.error.actor.recover': refusal(RENEW),
    'xstate.done.actor.renew': result(RENEW, ({ output }) => `it does${sessionText(output as LiveSession)}`),
    'xstate.error.actor.renew': refusal(RENEW),
    'session.signOutRequested': () => [press(LOG_OUT)],
    'xstate.done.actor.signOut': result('to end the session', () => 'it does'),
    'xstate.error.actor.signOut': () => [
      meanwhile('The server is asked to end the session: it does not respond.'),
    ],
    'session.userRequested': () => [meanwhile('The waiting list below the bookings is loaded.')],
    'session.tokensChanged': ({ event }) => [
      meanwhile(`Log in in another tab${sessionText(event?.['session'] as LiveSession)}.`),
    ],
    'session.tokensGone': () => [meanwhile('Log out in another tab.')],
    'app.resumed': () => [meanwhile('Lose the network and get it back, or wake the device from sleep.')],
    'xstate.after.untilRetry.session.waitingToRecover': () => [meanwhile('Wait 4 seconds.')],
    'xstate.after.untilRetry.session.signedIn.waitingToRenew': () => [meanwhile('Wait 4 seconds.')],
    'xstate.after.untilRenewal.session.signedIn.fresh': () => [meanwhile('Wait 25 days.')],
  },

  states: {
    'signedOut.idle': signedOut,
    'signedOut.failed': (step) => [
      ...signedOut(step),
      ...(step.event?.type === 'xstate.error.actor.signIn'
        ? []
        : [text('Your session has ended. Please sign in again.')]),
    ],
    signingIn: (step) => [disabled('Login'), ...signedOut(step)],
    recovering: ({ state }) => [status(messages.session.refreshing), noButton(LOG_OUT), inHeader(state)],
    waitingToRecover: ({ state }) => [
      status(messages.session.refreshing),
      text('We cannot reach the server.'),
      anyButton(LOG_OUT),
      inHeader(state),
    ],
    'signedIn.fresh': signedIn,
    // A renewal changes nothing that a person sees.
    'signedIn.renewing': signedIn,
    'signedIn.waitingToRenew': signedIn,
    signingOut: signedOut,
  },
};
