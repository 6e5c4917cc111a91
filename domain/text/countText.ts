/** A number of things as text: '1 booking', '2 bookings'. */
export const countText = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;
