/**
 * The states of a booking, and of the move of one that has to be paid, with the code of each in the column `booking.status`. Four
 * codes are the former names of their states: 'cancelled' is stored for a released hold, not for a cancelled booking. Code therefore
 * names states and takes the codes from here (docs/decisions/0135-booking-states.md).
 */
export const bookingCodes = {
  held: 'held',
  confirmed: 'confirmed',
  expired: 'expired',
  released: 'cancelled',
  cancelled: 'called_off',
  pending_move: 'moving',
  moved: 'moved',
  move_failed: 'not_moved',
  refund_due: 'refund_due',
  refunded: 'refunded',
} as const;
export type BookingState = keyof typeof bookingCodes;
/** A state as the database stores it, and as the API's deprecated `status` names it. */
export type BookingCode = (typeof bookingCodes)[BookingState];

/** The state with a code; a word that is not a code, such as 'pending', stands for itself. */
export type StateOf<Code extends string> =
  | { [State in BookingState]: (typeof bookingCodes)[State] extends Code ? State : never }[BookingState]
  | Exclude<Code, BookingCode>;

const statesByCode: ReadonlyMap<string, string> = new Map(
  Object.entries(bookingCodes).map(([state, code]) => [code, state]),
);

export const stateOfCode = <Code extends string>(code: Code): StateOf<Code> =>
  (statesByCode.get(code) ?? code) as StateOf<Code>;

/** The state of a booking of the API. A server of the previous version sends only `status`, which has the code. */
export const stateOf = <Code extends string>({
  status,
  state = stateOfCode(status),
}: {
  readonly status: Code;
  readonly state?: StateOf<Code> | undefined;
}): StateOf<Code> => state;

/** The one word for each state that the desk shows, in the plan, a booking, a person and the audit. */
export const bookingStateNames: Readonly<Record<BookingState, string>> = {
  held: 'Awaiting payment',
  confirmed: 'Booked',
  expired: 'Not paid',
  released: 'Released',
  cancelled: 'Cancelled',
  pending_move: 'Move awaits payment',
  moved: 'Moved',
  move_failed: 'Not moved',
  refund_due: 'Refund due',
  refunded: 'Refunded',
};

/** Whether the guests of a booking came, in one word; it replaces 'Booked'. */
export const arrivalNames = { arrived: 'Arrived', 'no-show': 'No-show' } as const;

/** The state that the desk shows: a booked one whose guests came, or did not, shows that. */
export const shownState = (state: BookingState, arrival: keyof typeof arrivalNames | null): string =>
  state === 'confirmed' && arrival !== null ? arrivalNames[arrival] : bookingStateNames[state];
