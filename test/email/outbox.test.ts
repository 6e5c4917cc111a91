import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { isStale } from '../../server/email/isStale.ts';
import type { Email } from '../../server/platform/database/emailPayloads.ts';
import { linkToken } from '../../server/outbox/linkToken.ts';
import { queueEmail, queueEmails } from '../../server/outbox/outbox.ts';
import { migratedDatabase } from '../api/seededDatabase.ts';
import { START } from '../api/startServer.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await migratedDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.database.deleteFrom('letter').execute();
});

const queuedEmails = () =>
  open.database
    .selectFrom('letter')
    .select(['dedupe_key', 'user_id', 'to_name', 'to_address', 'payload', 'state', 'due_at', 'until'])
    .orderBy('dedupe_key')
    .execute();

const USER = '6f1c0f0e-0000-4000-8000-000000000001';
const welcome: Email = { kind: 'welcome', key: USER, to: { userId: USER }, payload: {}, now: START };

test('an email is queued by the transaction that causes it, and not when that is rolled back', async () => {
  await expect(
    inTransaction(open.database, async (tx) => {
      await queueEmail(tx, welcome);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await queuedEmails()).toEqual([]);

  await inTransaction(open.database, (tx) => queueEmail(tx, welcome));
  expect(await queuedEmails()).toEqual([
    {
      dedupe_key: `welcome:${USER}`,
      user_id: USER,
      to_name: null,
      to_address: null,
      payload: {},
      state: 'due',
      due_at: new Date(START),
      until: null,
    },
  ]);
});

test('the same email is queued once', async () => {
  await queueEmail(open.database, welcome);
  await queueEmail(open.database, { ...welcome, now: START + 1000 });
  expect((await queuedEmails()).map(({ due_at }) => due_at)).toEqual([new Date(START)]);
});

test('emails can be queued for a user, for an address without an account, and for the business', async () => {
  await queueEmails(open.database, [
    welcome,
    {
      kind: 'enquiry-received',
      key: '7',
      to: { name: 'Asha', address: 'asha@example.com' },
      payload: { enquiry_id: 7 },
      now: START,
      dueAt: START + 60_000,
      until: START + 120_000,
    },
    { kind: 'enquiry', key: '7', to: 'business', payload: { enquiry_id: 7 }, now: START },
  ]);
  expect(await queuedEmails()).toMatchObject([
    { dedupe_key: 'enquiry-received:7', user_id: null, to_name: 'Asha', to_address: 'asha@example.com' },
    { dedupe_key: 'enquiry:7', user_id: null, to_name: null, to_address: null, payload: { enquiry_id: 7 } },
    { dedupe_key: `welcome:${USER}`, user_id: USER },
  ]);
  expect((await queuedEmails())[0]).toMatchObject({
    due_at: new Date(START + 60_000),
    until: new Date(START + 120_000),
  });
});

test('an email about a version of a booking is stale when the booking has changed since', () => {
  const booking = { status: 'confirmed', sequence: 1 } as const;
  for (const kind of ['booked', 'moved', 'reminder-day', 'reminder-hour'] as const) {
    expect(isStale({ kind, sequence: 1 }, booking), kind).toBe(false);
    expect(isStale({ kind, sequence: 0 }, booking), kind).toBe(true);
    expect(isStale({ kind, sequence: 1 }, { ...booking, status: 'refund_due' }), kind).toBe(true);
  }
  for (const kind of ['cancelled', 'paid-late', 'refunded', 'invoice'] as const) {
    expect(isStale({ kind, sequence: 0 }, { status: 'refunded', sequence: 3 }), kind).toBe(false);
  }
});

test("a link's token depends on the secret, the purpose and the request, and has 256 bits", () => {
  const token = linkToken('secret', 'reset', USER);
  expect(linkToken('secret', 'reset', USER)).toBe(token);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const others = [
    linkToken('other', 'reset', USER),
    linkToken('secret', 'confirm-address', USER),
    linkToken('secret', 'reset', 'another'),
  ];
  expect(new Set([token, ...others]).size).toBe(4);
});
