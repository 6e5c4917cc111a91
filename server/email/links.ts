/** `origin` is that of the configuration, never the Host header of a request, which a client can forge. */
export const linksOn = (origin: string) => ({
  rooms: `${origin}/meeting-room`,
  signIn: `${origin}/login`,
  forgotPassword: `${origin}/forgot-password`,
  profile: `${origin}/profile`,
  bookings: `${origin}/my-bookings`,
  booking: (id: string): string => `${origin}/my-bookings/${id}`,
  // The token is in the fragment, which browsers do not send to servers or in the Referer header.
  confirmAddress: (token: string): string => `${origin}/confirm-address#${token}`,
  reset: (token: string): string => `${origin}/reset-password#${token}`,
  staffInvitation: (token: string): string => `${origin}/staff-invitation#${token}`,
  // The same pages, which then ask first whether it was a mistake.
  notMyAddress: (token: string): string => `${origin}/confirm-address?not-me#${token}`,
  notMyReset: (token: string): string => `${origin}/reset-password?not-me#${token}`,
  declinedInvitation: (token: string): string => `${origin}/staff-invitation?not-me#${token}`,
  waitingList: (token: string): string => `${origin}/waiting-list#${token}`,
});
export type Links = ReturnType<typeof linksOn>;
