/** The pages that letters link to, on the site's own origin and never on the host that a request named. */
export const linksOn = (origin: string) => ({
  rooms: `${origin}/meeting-room`,
  signIn: `${origin}/login`,
  profile: `${origin}/profile`,
  booking: (id: string): string => `${origin}/my-bookings/${id}`,
  // A fragment stays in the browser: no server logs it and no page passes it on as a referrer.
  confirmAddress: (token: string): string => `${origin}/confirm-address#${token}`,
  reset: (token: string): string => `${origin}/reset-password#${token}`,
  waitlist: (token: string): string => `${origin}/waiting-list#${token}`,
});
export type Links = ReturnType<typeof linksOn>;
