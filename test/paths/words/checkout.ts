import type { Failure } from '../../../machines/engine/failure.ts';
import type { PersistedCheckout } from '../../../machines/checkout/events.ts';
import type { CheckoutContext } from '../../../machines/checkout/setup.ts';
import { DATE, laterSelection, room, TODAY, user } from '../../fixtures/booking.ts';
import { checkout as model } from '../models/checkout.ts';
import type { Step } from '../paths.ts';
import {
  causeOf,
  dialog,
  disabled,
  enabled,
  heading,
  key,
  meanwhile,
  noButton,
  notice,
  press,
  status,
  type,
} from './phrases.ts';
import type { Act, PathWords, Sight, StepInContext } from './words.ts';

/* The checkout, from the rooms to My bookings: what a person does, and what they see. */

const CONFIRM = 'CONFIRM';
const NEXT_BOOKING = 'Continue with your next booking';

type Event = NonNullable<Step['event']>;
const isSignIn = (event: Event | null | undefined): boolean =>
  event?.type === 'checkout.userChanged' && event['user'] !== null;
const persistedIn = (input: unknown): PersistedCheckout | undefined =>
  (input as { persisted?: PersistedCheckout }).persisted;
const contextOf = (step: Pick<Step, 'context'>): CheckoutContext => step.context as CheckoutContext;

/* Where the person is. */

type Place = 'rooms' | 'booking' | 'bookings';

const eventsAtBooking = new Set(['checkout.confirmed', 'checkout.retried', 'checkout.waitCancelled']);
const statesWithLinkToRooms = new Set(['slotsLost', 'startPassed', 'paidLate']);
const statesWithNextButton = new Set([...statesWithLinkToRooms, 'timedOut']);

/** How the person leaves the booking page: by a button or link of a notice, or by the browser's buttons. */
function exitOf({ from = '', earlier }: Pick<StepInContext, 'from' | 'earlier'>): string | null {
  const last = earlier.at(-1);
  if (last && contextOf(last).next !== null && statesWithNextButton.has(from)) return NEXT_BOOKING;
  if (!statesWithLinkToRooms.has(from)) return null;
  return from === 'startPassed' ? 'Choose another time' : 'Choose other times';
}

/**
 * When a checkout ends on another page than the rooms, arriving there is a separate event. A path that chooses again without this
 * event has gone back to the rooms before the response.
 */
const statesOfOtherPages = new Set(['empty', 'reviewing', 'card.unconfirmed']);
const returnsEarly = ({ event, state, next }: Pick<StepInContext, 'event' | 'state' | 'next'>): boolean =>
  /^xstate\.(done|error)\.actor\.(?!loadGateway|openGateway|countdown)/.test(event?.type ?? '') &&
  next?.event?.type === 'checkout.started' &&
  !statesOfOtherPages.has(state);

const isBooked = ({ transitions }: Pick<Step, 'transitions'>): boolean =>
  transitions.some((id) => id.startsWith('checkout.booked '));

/** After each step. */
function placesOf(steps: readonly Step[], input: unknown): Place[] {
  const places: Place[] = [];
  let place: Place = persistedIn(input) ? 'booking' : 'rooms';
  /** The page to which the browser's buttons lead from the booking page. */
  let beside: Place = 'rooms';
  for (const [i, step] of steps.entries()) {
    const context = { ...step, next: steps[i + 1], from: steps[i - 1]?.state, earlier: steps.slice(0, i) };
    const eventType = step.event?.type ?? '';
    if (eventType === 'checkout.started') [place, beside] = ['booking', 'rooms'];
    if (eventsAtBooking.has(eventType) && place !== 'booking') [place, beside] = ['booking', place];
    if (eventType === 'checkout.left') {
      const exit = exitOf(context);
      if (exit === null) place = beside;
      else if (exit.startsWith('Choose')) place = 'rooms';
    }
    if (returnsEarly(context)) place = 'rooms';
    if (isBooked(step)) place = 'bookings';
    places.push(place);
  }
  return places;
}

const placeOf = ({ input, earlier, next, ...step }: StepInContext): Place =>
  placesOf([...earlier, step, ...(next ? [next] : [])], input)[earlier.length] as Place;
const placeBefore = (step: StepInContext): Place =>
  placesOf([...step.earlier, step], step.input)[step.earlier.length - 1] as Place;

/* What the person does. */

const toRooms = (place: Place): readonly Act[] =>
  place === 'rooms'
    ? []
    : [
        {
          words:
            place === 'booking'
              ? 'Press “Back to meeting rooms”.'
              : 'Press “Meeting Rooms” at the foot of the page.',
          run: (person) => person.goToMeetingRooms(),
        },
      ];

const returnTo: Act = {
  words:
    'Go back to the booking page: by the link in the bar at the top, or if there is none by the browser’s buttons.',
  run: (person) => person.returnToBooking(),
};
const atBooking = (step: StepInContext): readonly Act[] =>
  placeBefore(step) === 'booking' ? [] : [returnTo];

/** In days after today. */
const DAYS_AHEAD = (Date.parse(DATE) - Date.parse(TODAY)) / 86_400_000;
const choose = (halfHours: readonly [string, string], chosen: string): Act => ({
  words: `Type the date in ${DAYS_AHEAD} days, press “View Slots”, and choose ${halfHours.join(' and ')} of “${room.roomName}”.`,
  run: (person) => person.chooseTimes(DATE, halfHours, chosen),
});
const chooseFirst = choose(['10:00 to 10:30 AM', '10:30 to 11:00 AM'], '10:00 AM – 11:00 AM');
const chooseLater = choose(['12:00 to 12:30 PM', '12:30 to 1:00 PM'], '12:00 PM – 1:00 PM');
/** The first times have started. */
const chooseNotStarted = choose(['2:00 to 2:30 PM', '2:30 to 3:00 PM'], '2:00 PM – 3:00 PM');
const bookNow: Act = {
  words: 'Press “Book now”.',
  run: (person) => person.bookNow(),
};

function changeUser({ event, from, earlier }: StepInContext): readonly Act[] {
  const signedIn = (event as Event)['user'] as { readonly id: string } | null;
  if (signedIn === null) return [meanwhile('Log out in another tab.')];
  if (signedIn.id !== user.id) return [meanwhile('Log in as somebody else in another tab.')];
  if (from === 'signingIn')
    return [type('asha@example.com', 'Email Address'), type('a secret', 'Password'), press('Login')];
  // After a page load the visitor is already signed in.
  return earlier.length === 1 ? [meanwhile('')] : [meanwhile('Log in in another tab.')];
}

/** What the server is asked. */
const calls = {
  loadBalance: 'for your points',
  bookWithPoints: 'to book with points',
  bookOnAccount: 'to book on account',
  createOrder: 'to hold the times and open an order',
  verifyPayment: 'to confirm the payment',
  releaseHold: 'whether it was paid, and to release the times if not',
  releasePendingHold: 'to release the times although the bank still decides',
  pollPaymentStatus: 'whether the bank has decided',
  fetchPaymentStatus: 'whether it was paid',
} as const;

function answer(call: keyof typeof calls, result: (step: StepInContext) => string) {
  return (step: StepInContext): readonly Act[] => [
    ...(returnsEarly(step) ? toRooms(placeBefore(step)) : []),
    meanwhile(`The server is asked ${calls[call]}: ${result(step)}.`),
  ];
}
const refusal = (call: keyof typeof calls) =>
  answer(call, ({ event }) => causeOf((event as Event)['error'] as Failure));
const outcomes: Readonly<Record<string, string>> = {
  confirmed: 'it was paid, and is booked',
  held: 'nothing was paid yet',
  released: 'nothing was paid, and the times are released',
};
const outcome = (call: keyof typeof calls) =>
  answer(call, ({ event, state }) => {
    const { status: paid } = (event as Event)['output'] as { status: string };
    const isAwaited = state.startsWith('card.waitingForBank');
    return (
      outcomes[paid] ?? `the bank has not decided${isAwaited ? '' : ', and the time to wait for it is over'}`
    );
  });

const inWindow = (words: string, button: string) => (): readonly Act[] => [
  { words, run: (person) => person.pressInPaymentWindow(button) },
];
const always =
  (...acts: readonly Act[]) =>
  () =>
    acts;

/* What the person sees. */

const at = (page: string, path: string): Sight => ({
  words: `You are ${page}.`,
  check: (person) => person.seesPage(path),
});
/** Nobody has to be told that they are still where they were. */
const isNewPlace = (step: StepInContext): boolean =>
  step.earlier.length < 2 || placeBefore(step) !== placeOf(step);
/** After a booking that failed, the next one is offered. */
const withNext = (step: StepInContext, ...actions: readonly string[]): readonly string[] =>
  contextOf(step).next === null ? actions : [NEXT_BOOKING, ...actions];
/** On the booking page, or by its reminder on another page. */
const shown = (step: StepInContext, reminder: string | null, ...sights: readonly Sight[]) => {
  const { state } = step;
  if (placeOf(step) === 'booking')
    return [{ words: isNewPlace(step) ? 'You are on the booking page.' : '', check: sees(state) }, ...sights];
  const link = state === 'reviewing' ? 'Continue to confirm' : 'Back to your booking';
  return reminder === null
    ? [{ words: 'No bar at the top mentions the booking.', check: seesNothing }]
    : [
        { words: `A bar at the top says “${reminder}”, with the link “${link}”.`, check: sees(state) },
        { words: '', check: status(reminder).check },
        { words: '', check: ((person) => person.sees(person.buttonOrLink(link))) satisfies Sight['check'] },
      ];
};
const sees =
  (state: string): Sight['check'] =>
  (person) =>
    person.seesFlow('checkout', state);
const seesNothing: Sight['check'] = (person) => person.doesNotSee(person.flow('checkout'));

/** The selection of a later Book now is kept. */
const nextSelection = ({ event }: StepInContext): readonly Sight[] =>
  event?.['selection'] === laterSelection
    ? [
        {
          words: 'A notice says “Your new selection is saved”, with the times 12:00 PM to 1:00 PM.',
          check: (person) => person.seesInMain(['Your new selection is saved', '12:00 PM to 1:00 PM']),
        },
      ]
    : [];

const progress =
  (text: string, ...others: readonly Sight[]) =>
  (step: StepInContext): readonly Sight[] => [
    ...others,
    ...shown(
      step,
      'We are still confirming your booking…',
      status(text),
      disabled(CONFIRM),
      ...nextSelection(step),
    ),
  ];
const paymentWindow = dialog('Payment');
const waiting = (step: StepInContext): readonly Sight[] =>
  shown(
    step,
    'Waiting for your bank.',
    notice('Waiting for your payment', ['Check now', 'Stop waiting', 'My bookings']),
    noButton(CONFIRM),
    ...nextSelection(step),
  );

const errorTitles: Readonly<Record<string, string>> = {
  'price-changed': 'The price has changed',
  'not-on-account': 'This cannot be booked on account',
  'already-booked': 'You have already booked these times',
  'not-enough-points': 'You no longer have enough Lit points for this booking',
  'payment-under-way': 'A payment for these times is still open',
  'too-many-holds': 'Finish your open payments first',
  'unpaid-limit': 'Pay for a booking first',
  'email-unconfirmed': 'Confirm your email address first',
  'too-many-requests': 'Too many attempts',
};
const errorNotice = (failure: Failure | null): readonly Sight[] =>
  failure === null
    ? []
    : [
        notice(
          errorTitles[failure.code ?? ''] ??
            (failure.isTransient ? 'The server did not respond' : 'The room could not be booked'),
        ),
      ];

/* Which events the site can cause after the earlier ones. */

const LOADED_BALANCE = 'xstate.done.actor.loadBalance';
/** After the event at this place, the server's clock has passed the beginning of what was chosen. */
function startPassedAt(events: readonly Event[]): number {
  const chosen = events.findIndex(
    (event) => (event['selection'] as { readonly date: string } | undefined)?.date === TODAY,
  );
  return chosen < 0 ? -1 : events.findIndex((event, i) => i > chosen && event.type === LOADED_BALANCE);
}
const hasGateway = (events: readonly Event[]): boolean =>
  events.some(({ type: eventType }) => eventType === 'xstate.done.actor.loadGateway');

const startText = (persisted: PersistedCheckout | undefined, isSignedIn: boolean): string => {
  if (persisted === undefined) return 'Open the meeting rooms without logging in.';
  const { selection, bookingId, next } = persisted;
  if (selection.range === null)
    return 'Without logging in, load the booking page in a tab in which an older version of the site has kept a room without times.';
  if (selection.paysOnAccount === true)
    return 'As a person of a company that pays monthly, choose “Pay on account” on the booking page, and load the page again.';
  if (bookingId === null) return 'Load the booking page again.';
  const others = next ? ', choose 12:00 PM to 1:00 PM for the next booking' : '';
  return `Log in and begin to pay for 10:00 AM to 11:00 AM by card${others}${isSignedIn ? '' : ', log out in another tab'}, and load the page again while the payment is open.`;
};

export const checkout: PathWords = {
  name: 'checkout',
  model,

  about: [
    `The room “${room.roomName}” stands for any room that is free at these times. Slow the network down in the browser’s tools to see the steps in which the page waits for the server.`,
    'A step that begins with “The server is asked” names the answer that leads on. Prepare it before the request is answered: at the desk, in another tab, with another account, or by cutting the network; the payment sandbox lists cards and UPI ids for the answers of the bank. Use any customer’s account where an address is typed.',
  ],

  start: ({ input, next }) => startText(persistedIn(input), isSignIn(next?.event)),

  isTransientState: ({ event, next }) =>
    // Who is signed in is known before anything is drawn.
    (event === null && isSignIn(next?.event)) ||
    // A checkout that cannot be made fails while it opens.
    next?.event?.type === 'xstate.error.actor.openGateway',

  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, event, input, snapshot) => {
      // A refused move is tested in test/site/refusedMove.test.ts.
      if (persistedIn(input)?.selection.pendingMove !== undefined) return false;
      // After a reload the booking is the first page of the history: only a link leads away from it.
      const isFirstPage = isSignIn(earlier[0]) && !earlier.some((each) => each.type === 'checkout.started');
      if (event.type === 'checkout.left' && isFirstPage && !statesWithLinkToRooms.has(String(snapshot.value)))
        return false;
      // The provider's script is loaded once: after that, nobody sees it being loaded.
      if (event.type === 'xstate.done.actor.createOrder' && hasGateway(earlier)) return false;
      // From then on the page's clock differs from the model's.
      const startPassedIndex = startPassedAt(earlier);
      return startPassedIndex < 0 || earlier.length - startPassedIndex < 2;
    },
    // The booking page says something else for each refusal.
    nameOf: (event) => {
      const { code = null } = (event['error'] ?? {}) as Partial<Failure>;
      return event.type === 'xstate.error.actor.createOrder' && code !== null && code in errorTitles
        ? `the notice “${errorTitles[code]}”`
        : undefined;
    },
    historyKey: (earlier) => [hasGateway(earlier), startPassedAt(earlier) >= 0],
  },

  events: {
    'checkout.started': (step) => [
      ...toRooms(placeBefore(step)),
      step.event?.['selection'] === laterSelection
        ? chooseLater
        : step.from === 'startPassed'
          ? chooseNotStarted
          : chooseFirst,
      bookNow,
    ],
    'checkout.confirmed': (step) => [...atBooking(step), press(CONFIRM)],
    'checkout.userChanged': changeUser,
    'checkout.signInDismissed': always(key('Escape')),
    'checkout.retried': (step) => [
      ...atBooking(step),
      press(step.from === 'card.unconfirmed' ? 'Check again' : 'Check now'),
    ],
    'checkout.waitCancelled': (step) => [...atBooking(step), press('Stop waiting')],
    'checkout.left': (step) => {
      const exit = exitOf(step);
      return [
        exit === null
          ? {
              words: 'Leave the page by the browser’s Back button, or Forward if there is no page before.',
              run: (person) => person.leaveByHistory(),
            }
          : press(exit),
      ];
    },
    'checkout.cancelled': always({
      words: 'Press “Cancel payment” by the keyboard: the payment window covers it.',
      run: (person) => person.pressByKey('Cancel payment'),
    }),

    'xstate.done.actor.loadBalance': answer('loadBalance', ({ event, state }) => {
      const { points } = (event as Event)['output'] as { points: number };
      return `you have ${points === 0 ? 'none' : points}${state === 'startPassed' ? ', and the chosen time has started meanwhile' : ''}`;
    }),
    'xstate.error.actor.loadBalance': refusal('loadBalance'),
    'xstate.done.actor.bookWithPoints': answer('bookWithPoints', () => 'it is booked'),
    'xstate.error.actor.bookWithPoints': refusal('bookWithPoints'),
    'xstate.done.actor.bookOnAccount': answer('bookOnAccount', () => 'it is booked'),
    'xstate.error.actor.bookOnAccount': refusal('bookOnAccount'),
    'xstate.done.actor.createOrder': answer('createOrder', () => 'they are held'),
    'xstate.error.actor.createOrder': refusal('createOrder'),
    'xstate.done.actor.verifyPayment': answer('verifyPayment', () => 'it is confirmed'),
    'xstate.error.actor.verifyPayment': refusal('verifyPayment'),
    'xstate.done.actor.releaseHold': outcome('releaseHold'),
    'xstate.error.actor.releaseHold': refusal('releaseHold'),
    'xstate.done.actor.releasePendingHold': outcome('releasePendingHold'),
    'xstate.error.actor.releasePendingHold': refusal('releasePendingHold'),
    'xstate.done.actor.pollPaymentStatus': outcome('pollPaymentStatus'),
    'xstate.error.actor.pollPaymentStatus': refusal('pollPaymentStatus'),
    'xstate.done.actor.fetchPaymentStatus': outcome('fetchPaymentStatus'),
    'xstate.error.actor.fetchPaymentStatus': refusal('fetchPaymentStatus'),

    'xstate.done.actor.loadGateway': always(meanwhile('The payment window is loaded.')),
    'xstate.error.actor.loadGateway': always(
      meanwhile('The payment window cannot be loaded, as when a blocker stops it.'),
    ),
    'xstate.error.actor.openGateway': always(meanwhile('The payment window fails while it opens.')),
    'gateway.paid': inWindow('Pay in the payment window.', 'Pay'),
    'gateway.attemptFailed': inWindow(
      'Pay in the payment window with a card that is declined.',
      'Use a card that fails',
    ),
    'gateway.dismissed': inWindow('Close the payment window.', 'Leave'),
    'gateway.timedOut': inWindow(
      'Wait until the payment window says that the time has run out.',
      'Let the time run out',
    ),
    'gateway.failed': inWindow('The payment window breaks off.', 'Break'),
    'gateway.unresponsive': always(
      meanwhile('The payment window says nothing for 8 seconds, as on a slow connection.'),
    ),
    'gateway.responded': always(meanwhile('The payment window responds after all.')),

    'app.resumed': always(meanwhile('Lose the network and get it back, or wake the device from sleep.')),
    'xstate.done.actor.countdown': always(meanwhile('Wait ten minutes, until the time has run out.')),
    'xstate.after.beforePoll.checkout.card.waitingForBank.pausing': always(meanwhile('Wait 4 seconds.')),
  },

  states: {
    empty: (step) =>
      placeOf(step) === 'rooms'
        ? [
            at('at the meeting rooms', '/meeting-room'),
            { words: `The room “${room.roomName}” is listed.`, check: (person) => person.seesRoom() },
          ]
        : [at('at My bookings', '/my-bookings'), heading('My bookings', 1)],
    reviewing: (step) => {
      // My bookings mentions what would be overlooked there, such as the next selection.
      const reminder = placeOf(step) === 'bookings' ? 'Not booked yet' : null;
      return shown(
        step,
        reminder,
        heading('Confirm your booking', 1),
        ...errorNotice(contextOf(step).failure),
        enabled(CONFIRM),
      );
    },
    signingIn: (step) => [...shown(step, null), dialog('Sign in to confirm')],
    checkingBalance: progress('Checking your Lit points…'),
    bookingWithPoints: progress('Booking with your Lit points…'),
    bookingOnAccount: progress('Booking on account of your company…'),
    'card.creatingOrder': progress('Holding your times…'),
    'card.loadingGateway': progress('Opening the payment window…'),
    'card.paying.clean': progress('Paying… finish in the payment window.', paymentWindow),
    'card.paying.attemptFailed': progress(
      'That attempt failed. You can try again in the payment window.',
      paymentWindow,
    ),
    'card.paying.unresponsive': progress(
      'Waiting for the payment window…',
      paymentWindow,
      notice('The payment window is not responding', ['Cancel payment']),
    ),
    'card.verifying': progress('Confirming your payment…'),
    'card.releasing': progress('Checking your payment…'),
    'card.resuming': progress('Checking your payment…'),
    'card.waitingForBank.pausing': waiting,
    'card.waitingForBank.polling': waiting,
    'card.cancellingWait': progress('Releasing the room…'),
    'card.unconfirmed': (step) =>
      shown(
        step,
        'Your payment is not confirmed yet.',
        notice('Your payment is not confirmed yet', [
          contextOf(step).user === null ? 'Sign in to check again' : 'Check again',
          'My bookings',
        ]),
        noButton(CONFIRM),
      ),
    blocked: (step) =>
      shown(
        step,
        null,
        notice('This account cannot book rooms at the moment', ['Write to us']),
        // Trying again would come to nothing.
        noButton(CONFIRM),
      ),
    slotsLost: (step) => {
      const hasRest = !!contextOf(step).missed?.kept;
      return shown(
        step,
        'Someone else has just taken your times',
        notice(
          `Someone else has just taken ${hasRest ? 'some of ' : ''}these times`,
          withNext(step, 'Choose other times'),
        ),
        // What is left can be confirmed.
        hasRest ? enabled(CONFIRM) : noButton(CONFIRM),
      );
    },
    startPassed: (step) =>
      shown(
        step,
        'The time you chose has already started',
        notice('The time you chose has already started', withNext(step, 'Choose another time')),
        noButton(CONFIRM),
      ),
    timedOut: (step) =>
      shown(
        step,
        'The time to pay has run out. Nothing was charged.',
        notice('The time to pay has run out', withNext(step)),
        enabled(CONFIRM),
      ),
    paidLate: (step) =>
      shown(
        step,
        'Your payment arrived after the room was taken.',
        notice(
          'Your payment arrived after the room was taken',
          withNext(step, 'Choose other times', 'My bookings'),
        ),
        noButton(CONFIRM),
      ),
  },
};
