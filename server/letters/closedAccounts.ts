import type { Database } from '../database/schema.ts';
import type { LetterKind } from './letter.ts';

/** What is still written to somebody who has closed the account: what becomes of their money, and its papers. */
const AFTER_CLOSING: ReadonlySet<LetterKind> = new Set([
  'cancelled',
  'paid-late',
  'refunded',
  'invoice',
  'credit-note',
  'points-bought',
]);

export const isSentAfterClosing = (kind: LetterKind): boolean => AFTER_CLOSING.has(kind);

/** How long after closing, in milliseconds: a payment can come for five days, and a refund of it can fail at first. */
const KEPT_MS = 14 * 24 * 3_600_000;

/** Erases the addresses of accounts that were closed two weeks ago. `now`: milliseconds since 1970. */
export const forgetClosedAddresses = (database: Database, now: number) =>
  database
    .updateTable('app_user')
    .set({ closing_email: null })
    .where('closing_email', 'is not', null)
    .where('closed_at', '<', new Date(now - KEPT_MS))
    .execute();
