import { addDays, addMonths } from '../time/calendar.ts';

/**
 * Why a balance of Lit points changed: the opening balance of the ledger, a grant by staff, the points of a month or their
 * expiry, a purchase, a booking or its return, a correction by staff, or the closing of the account.
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

export const pointKindNames: Record<PointKind, string> = {
  opening: 'Balance carried over',
  grant: 'Granted',
  renewal: 'Monthly points',
  expiry: 'Expired at the end of the month',
  purchase: 'Bought',
  use: 'Booking',
  return: 'Returned from a booking',
  correction: 'Correction',
  closing: 'Account closed',
};

/** Points of the month can be used until the end of this day. */
export const lastDayOfMonth = (date: string): string => addDays(addMonths(`${monthOf(date)}-01`, 1), -1);

/** 'YYYY-MM'. */
export const monthOf = (date: string): string => date.slice(0, 7);
