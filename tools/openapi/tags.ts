/** The groups of operations, in the order of the reading page. */
export const tags = {
  Session: 'Signing in, renewing the access token, signing out.',
  Account: "Registration, confirming the email address, and managing the user's account.",
  Rooms: 'Meeting rooms and their availability.',
  Bookings: "Booking with points, the user's bookings, cancelling and moving.",
  Payments: 'Paying by card: order, confirmation, release.',
  Calendar: 'Calendar entries and the feed to subscribe to.',
  'Tax documents': 'Invoices, credit notes and the details that are printed on them.',
  Site: 'Blog, events and enquiries.',
  Desk: 'For staff: every call requires a role.',
  Operation: 'For operators: health and metrics.',
} as const;
