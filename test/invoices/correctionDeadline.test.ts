import { expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { post, signIn } from '../api/client.ts';
import { bookByCard } from '../payments/cancelling.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { DAY } from '../payments/startPayments.ts';
import { issueDueTaxDocuments } from './issuing.ts';

withFreshPayments();

test('the last day of a correction counts from the first invoice, not from the one that replaced it', async () => {
  await bookByCard(server, DAY, { start: 20, end: 24 });
  await issueDueTaxDocuments(server);
  const correctLatest = async (company_name: string, at: string) => {
    server.clock.now = Date.parse(at);
    const owner = await signIn(server, 'owner');
    const latest = await server.database
      .selectFrom('paper')
      .select(['id', 'issued_on'])
      .where('kind', '=', 'invoice')
      .orderBy('due_id', 'desc')
      .executeTakeFirstOrThrow();
    const fields = { invoice_id: latest.id, company_name, address: '12, North Mada Street', gstin: '' };
    const { status, body } = await post<ErrorBody>(
      server,
      deskPaths.correctInvoice,
      { ...fields, reason: 'Entered wrongly' },
      { token: owner.access },
    );
    return [latest.issued_on.slice(0, 4), status === 200 ? 'done' : body.error.code];
  };
  expect(await correctLatest('Chola Traders', '2026-04-02T10:00:00+05:30')).toEqual(['2025', 'done']);
  expect(await correctLatest('Kovai Looms', '2026-04-03T10:00:00+05:30')).toEqual(['2026', 'done']);
  expect(await correctLatest('Pandya Mills', '2026-12-01T00:00:00+05:30')).toEqual([
    '2026',
    'too-late-to-correct',
  ]);
});
