/** How customers get into a booked room. It is not in brand.ts, because every page loads that file. */
export const ARRIVAL_INSTRUCTIONS =
  'Give your booking reference at reception on the ground floor, from ten minutes before your booking starts. Guests give your name.';
