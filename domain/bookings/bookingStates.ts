/** The states of a booking, and of the move of one that has to be paid, as the API names them. */
export const bookingStatuses = [
  'held',
  'confirmed',
  'expired',
  'cancelled',
  'called_off',
  'moving',
  'moved',
  'not_moved',
  'refund_due',
  'refunded',
] as const;
export type BookingState = (typeof bookingStatuses)[number];

/** The one word for each state that the desk shows, in the plan, a booking, a person and the audit. */
export const bookingStateNames: Readonly<Record<BookingState, string>> = {
  held: 'Awaiting payment',
  confirmed: 'Booked',
  expired: 'Not paid',
  cancelled: 'Released',
  called_off: 'Cancelled',
  moving: 'Move awaits payment',
  moved: 'Moved',
  not_moved: 'Not moved',
  refund_due: 'Refund due',
  refunded: 'Refunded',
};

/** Whether the guests of a booking came, in one word; it replaces 'Booked'. */
export const arrivalNames = { arrived: 'Arrived', 'no-show': 'No-show' } as const;

/** The state that the desk shows: a booked one whose guests came, or did not, shows that. */
export const shownState = (status: BookingState, arrival: keyof typeof arrivalNames | null): string =>
  status === 'confirmed' && arrival !== null ? arrivalNames[arrival] : bookingStateNames[status];
