import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../machines/desk/flows.ts';
import { auditPage } from '../../server/desk/audit.ts';
import { changeText, subjectOf } from '../../src/desk/audit/auditText.ts';
import { auditEntryOf } from '../../src/desk/audit/effects.ts';
import { startPayments, type PaymentServer } from './startPayments.ts';

/** Bookings and payments are deleted before each test. */
export let server: PaymentServer;

/** An id of a record that people do not know. */
const RECORD_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** No audit entry that the tests of a file have caused shows an id. A new kind of change needs names for its ids. */
async function expectNoIdsInAudit(): Promise<void> {
  const shown = ({ action, reason, ...entry }: AuditEntry): string =>
    [action, subjectOf({ ...entry, action, reason }).text, changeText(entry)].join('; ');
  const { data } = await auditPage(server.database, {});
  expect(data.map((entry) => shown(auditEntryOf(entry))).filter((text) => RECORD_ID.test(text))).toEqual([]);
}

export function withFreshPayments(): void {
  beforeAll(async () => {
    server = await startPayments();
  });
  afterAll(async () => {
    await expectNoIdsInAudit();
    await server.close();
  });
  beforeEach(() => server.reset());
}
