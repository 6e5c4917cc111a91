import type { AuditEntry as ApiAuditEntry, AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { AuditEntry } from '../../../machines/desk/flows.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export const auditEntryOf = ({ subject_id, booking_id, ...entry }: ApiAuditEntry): AuditEntry => ({
  ...entry,
  subjectId: subject_id,
  bookingId: booking_id,
});

export const createAuditEffects = (authenticatedRequest: Send): Pick<DeskEffects['desk'], 'audit'> => ({
  async audit(query, signal) {
    const { data, ...page } = await authenticatedRequest<AuditResponse>({
      url: deskPaths.audit,
      params: Object.fromEntries(new URLSearchParams(query)),
      signal,
    });
    return { ...page, data: data.map(auditEntryOf) };
  },
});
