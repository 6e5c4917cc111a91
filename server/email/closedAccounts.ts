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
