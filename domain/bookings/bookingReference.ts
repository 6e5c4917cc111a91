/**
 * The reference of a booking for people: 'LR-7F3A-09BC', from the first eight digits of its id. Two bookings may share a
 * reference, so it is never used as a key.
 */
export const bookingReference = (bookingId: string): string => {
  const digits = bookingId.replaceAll('-', '').slice(0, 8).toUpperCase();
  return `LR-${digits.slice(0, 4)}-${digits.slice(4)}`;
};
