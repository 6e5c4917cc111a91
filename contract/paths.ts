/**
 * The path of every API call (spec section 7) with its trailing slash; the server accepts paths without it too (ruling
 * 15). Not in the specification: the batch call `takenSlotsOfRooms` (ruling 19), `liveSlots`, `signOut`,
 * `releasePayment`, `paymentStatus`, `paymentWebhook`, `cancelTerms` and `cancel`.
 */
export const paths = {
  login: '/api/member/login/',
  refresh: '/api/refresh',
  signOut: '/api/member/logout/',
  enquire: '/api/enquire/',
  register: '/api/user/register/',
  takenSlots: '/api/member/meeting-room/una-slot/',
  takenSlotsOfRooms: '/api/member/meeting-room/una-slots/',
  liveSlots: '/api/member/meeting-room/live/',
  book: '/api/member/meeting-room/book/',
  createPayment: '/api/razorpay/booking/create/',
  completePayment: '/api/razorpay/booking/complete/',
  releasePayment: '/api/razorpay/booking/release/',
  paymentStatus: '/api/razorpay/booking/status/',
  paymentWebhook: '/api/razorpay/webhook/',
  blog: '/api/blog/',
  blogPost: (id: number | ':id'): string => `/api/blog/${id}`,
  events: '/api/user/list-event/',
  rooms: '/api/member/meeting-room/list/',
  memberDetails: '/api/member/details/',
  myBookings: '/api/member/meeting-room/my-bookings/',
  cancelTerms: '/api/member/meeting-room/cancel-terms/',
  cancel: '/api/member/meeting-room/cancel/',
} as const;
