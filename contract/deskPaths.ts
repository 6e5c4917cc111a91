/** The address of each call of the desk; what it needs is said where it is registered (server/desk). */
export const deskPaths = {
  staff: '/api/desk/me/',
  roles: '/api/desk/roles/',
  giveRole: '/api/desk/roles/give/',
  audit: '/api/desk/audit/',
  dayPlan: '/api/desk/day/',
  booking: '/api/desk/booking/',
  arrival: '/api/desk/booking/arrival/',
  note: '/api/desk/booking/note/',
  cancel: '/api/desk/booking/cancel/',
  move: '/api/desk/booking/move/',
  walkIn: '/api/desk/booking/walk-in/',
  blockOuts: '/api/desk/block-outs/',
  makeBlockOut: '/api/desk/block-outs/make/',
  fillBlockOut: '/api/desk/block-outs/fill/',
  removeBlockOut: '/api/desk/block-outs/remove/',
} as const;
