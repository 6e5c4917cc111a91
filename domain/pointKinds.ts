/**
 * Why a balance of Lit points changed: there before the ledger, granted by staff, given for a month or ended with it,
 * bought, used for a booking or back from it, corrected by staff, or ended with the account.
 */
export const pointKinds = [
  'opening',
  'grant',
  'renewal',
  'expiry',
  'purchase',
  'use',
  'return',
  'correction',
  'closing',
] as const;
export type PointKind = (typeof pointKinds)[number];

/** Each kind in words, as the ledger shows it. */
export const pointKindNames: Record<PointKind, string> = {
  opening: 'Balance carried over',
  grant: 'Given',
  renewal: 'Points of the month',
  expiry: 'Ended with the month',
  purchase: 'Bought',
  use: 'Booking',
  return: 'Back from a booking',
  correction: 'Correction',
  closing: 'Account closed',
};

/** The IST month of a date: 'YYYY-MM'. */
export const monthOf = (date: string): string => date.slice(0, 7);
