import type { EpochMs } from '../../domain/time/epochMs.ts';
import { eraseAttendee } from '../calendar/entries.ts';
import type { Database } from '../platform/database/schema.ts';
import type { EmailKind } from '../platform/database/emailPayloads.ts';

/** About money, and with its tax documents. */
const KINDS_AFTER_CLOSING: ReadonlySet<EmailKind> = new Set([
  'cancelled',
  'paid-late',
  'refunded',
  'invoice',
  'credit-note',
  'invoice-corrected',
  'points-bought',
]);

export const isSentAfterClosing = (kind: EmailKind): boolean => KINDS_AFTER_CLOSING.has(kind);

/**
 * How long the address of a closed account is kept, in milliseconds. A payment can arrive for five days, and its refund can take
 * several attempts.
 */
const RETENTION_MS = 14 * 24 * 3_600_000;

/** Erases the addresses of accounts that were closed more than two weeks ago. */
export async function eraseClosedAddresses(database: Database, now: EpochMs): Promise<void> {
  const erased = await database
    .updateTable('app_user')
    .set({ closing_email: null })
    .where('closing_email', 'is not', null)
    .where('closed_at', '<', new Date(now - RETENTION_MS))
    .returning('id')
    .execute();
  if (erased.length === 0) return;
  await eraseAttendee(
    database,
    erased.map(({ id }) => id),
  );
}
