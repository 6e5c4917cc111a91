import type { AuditEntry as ApiAuditEntry } from '../../../contract/desk/desk.ts';
import type { AuditEntry } from '../../../machines/desk/flows.ts';

export const auditEntryOf = ({ subject_id, booking_id, ...entry }: ApiAuditEntry): AuditEntry => ({
  ...entry,
  subjectId: subject_id,
  bookingId: booking_id,
});
