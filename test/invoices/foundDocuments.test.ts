import { beforeEach, describe, expect, test } from 'vitest';
import type { TaxDocumentsResponse } from '../../contract/desk/invoices.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { get, post, signIn, type SignedIn } from '../api/client.ts';
import { bookByCard, cancelNow } from '../payments/cancelling.ts';
import { server, withFreshPayments } from '../payments/freshPayments.ts';
import { dataOf } from '../payments/startPayments.ts';
import { createPaidBooking, issueDueTaxDocuments } from './issuing.ts';

/* The bookkeeper's list of single invoices and credit notes. */

withFreshPayments();
let owner: SignedIn;
beforeEach(async () => {
  owner = await signIn(server, 'owner');
});

const request = (query: Record<string, string>) =>
  get<TaxDocumentsResponse & ErrorBody>(
    server,
    `${deskPaths.taxDocuments}?${new URLSearchParams(query).toString()}`,
    owner.access,
  );
const list = async (query: Record<string, string> = {}) => dataOf(await request(query));
const numbers = async (query: Record<string, string> = {}) =>
  (await list(query)).documents.map(({ number }) => number);
const bill = (fields: Record<string, string>) =>
  post(server, paths.billing, fields, { token: server.guest.access });

/** Two invoices of November, the first one of a company with a GSTIN and credited, and one of December. */
async function issueThree(): Promise<void> {
  await bill({ company_name: 'Kóvai Looms & Sons', address: '4, Fort', gstin: '27AAPFU0939F1ZV' });
  const { id } = await bookByCard(server, '2025-12-10', { start: 20, end: 22 });
  await bill({ company_name: 'Adyar Prints', address: '' });
  await createPaidBooking(server, { start: 30, end: 32 });
  await issueDueTaxDocuments(server);
  await cancelNow(server, id);
  await issueDueTaxDocuments(server);
  server.clock.now += 12 * 86_400_000;
  const guest = await signIn(server, 'guest');
  await createPaidBooking(server, { start: 30, end: 32 }, { bdate: '2025-12-11', user: guest });
  await issueDueTaxDocuments(server);
  owner = await signIn(server, 'owner');
}
const NOTE = 'DMC/2526/0000001';
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((number) => `DM/2526/000000${number}`) as [
  string,
  string,
  string,
];

describe('the list of invoices and credit notes', () => {
  test('has the latest first, with what was issued', async () => {
    await issueThree();
    const { documents, next } = await list();
    expect(documents.map(({ number }) => number)).toEqual([THIRD, NOTE, SECOND, FIRST]);
    expect(next).toBeNull();
    // What was issued does not change with the customer's details.
    expect(documents[3]).toMatchObject({
      kind: 'invoice',
      date: '2025-11-21',
      customer: 'Kóvai Looms & Sons',
      gstin: '27AAPFU0939F1ZV',
      amount: '592.36',
      user_id: server.guest.user_id,
      replaced: false,
    });
    expect(documents[2]).toMatchObject({ customer: 'Adyar Prints', gstin: null });
  });

  test.each([
    [{ month: '2025-11' }, [NOTE, SECOND, FIRST]],
    [{ month: '2025-12' }, [THIRD]],
    [{ month: '2025-10' }, []],
    [{ search: 'sons kóv' }, [NOTE, FIRST]],
    [{ search: 'KÓVAI' }, [NOTE, FIRST]],
    [{ search: '27aapfu' }, [NOTE, FIRST]],
    [{ search: 'adyar', month: '2025-12' }, [THIRD]],
    [{ search: 'dm/2526/0000002' }, [SECOND]],
    [{ search: ' 0000001 ' }, [NOTE, FIRST]],
    [{ search: 'DM-2526-3', month: '2025-11' }, []],
    [{ search: 'ovai' }, []],
    [{ search: '%' }, []],
    [{ search: "'; drop --" }, []],
  ])('with %j finds %j', async (query, found) => {
    await issueThree();
    expect(await numbers(query as Record<string, string>)).toEqual(found);
  });

  test('is shown in pages', async () => {
    for (let start = 12; start < 48; start += 1) {
      await createPaidBooking(server, { start, end: start + 1 }, { bdate: '2025-12-12' });
      if (start < 28) await createPaidBooking(server, { start, end: start + 1 }, { bdate: '2025-12-13' });
    }
    await issueDueTaxDocuments(server);
    const first = await list({ month: '2025-11' });
    expect(first.documents).toHaveLength(50);
    const second = await list({ month: '2025-11', before: String(first.next) });
    expect(second).toMatchObject({ next: null, documents: [{ number: SECOND }, { number: FIRST }] });
  });

  test.each([{ month: '2025-13' }, { month: 'x' }, { before: '-1' }, { search: 'x'.repeat(201) }])(
    'is refused with %j',
    async (query) => {
      expect((await request(query as Record<string, string>)).status).toBe(400);
    },
  );
});
