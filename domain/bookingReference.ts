/**
 * What people say on the telephone instead of a booking's id: 'LR-7F3A-09BC', from the first eight digits of the id. Two
 * bookings may share one, so it names a booking to its customer and is never a key.
 */
export const bookingReference = (bookingId: string): string => {
  const digits = bookingId.replaceAll('-', '').slice(0, 8).toUpperCase();
  return `LR-${digits.slice(0, 4)}-${digits.slice(4)}`;
};
