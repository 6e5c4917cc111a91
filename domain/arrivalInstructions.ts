/** How customers get to a booked room: a text of the brand, apart from brand.ts because every page loads that. */
export const ARRIVAL_INSTRUCTIONS =
  'Give the booking reference at the reception on the ground floor, from ten minutes before your time. Your guests give your name.';
