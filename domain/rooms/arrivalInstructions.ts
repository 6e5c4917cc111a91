/** How customers get into a booked room. It is not in brand.ts, because every page loads that file. */
export const ARRIVAL_INSTRUCTIONS =
  'Give your booking reference at reception on the ground floor, from ten minutes before your booking starts. Guests give your name.';

/** The same for the guests of a customer. */
export const GUEST_INSTRUCTIONS =
  'Go to reception on the ground floor and give the name of the person who invited you, from ten minutes before the start.';
