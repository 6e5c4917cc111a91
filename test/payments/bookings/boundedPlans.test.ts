import { sql } from 'kysely';
import openApi from '../../../contract/openapi.json';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { deleteOldEmails, sendEmails } from '../../../server/email/sendEmails.ts';
import { setupState } from '../../../server/desk/setup.ts';
import { requestDocuments } from '../../../server/invoices/monthDocuments.ts';
import { printHere } from '../../../server/invoices/pdf/printTaxDocuments.ts';
import { printMonthDocuments } from '../../../server/invoices/documents/printMonthDocuments.ts';
import { databaseMetrics } from '../../../server/metrics/databaseMetrics.ts';
import { eraseOldData } from '../../../server/profile/eraseOldData.ts';
import { reconcile } from '../../../server/payments/reconcile/reconcile.ts';
import { runWaitingList } from '../../../server/bookings/waitingList/jobs.ts';
import type { Tx } from '../../../server/platform/database/schema.ts';
import { examples, type Example } from '../../../tools/openapi/examples.ts';
import type { OpenApiDocument } from '../../../tools/openapi/types.ts';
import { bookingFields, post, signIn, type SignedIn } from '../../api/client.ts';
import { seededDatabase } from '../../api/seededDatabase.ts';
import { START } from '../../api/startServer.ts';
import { createPaidBooking, issueDueTaxDocuments } from '../../invoices/issuing.ts';
import { DAY, ROOM, startPayments, type PaymentServer } from '../startPayments.ts';

/*
 * Every statement that runs per request, per pass of a job, or per scrape must read a bounded number of rows, however old the house
 * is. A small table does not show that by its time. Here the planner may not read whole tables unless no index helps, and plans
 * each statement without its parameters, as for a prepared statement: what still reads a whole table, or a whole index, is not
 * bounded.
 */

/** They grow as long as the business runs. */
const GROWING = new Set([
  'account_link',
  'app_user',
  'audit_entry',
  'booking',
  'booking_slot',
  'calendar_entry',
  'desk_booking',
  'desk_payment',
  'dispute',
  'enquiry',
  'email',
  'paper',
  'paper_due',
  'payment',
  'payment_order',
  'point_entry',
  'point_purchase',
  'refresh_token',
  'refund',
  'refund_request',
  'series_date',
  'session',
  'settlement_line',
  'till_entry',
  'waitlist_entry',
  'webhook_event',
]);

/** Indexes of open rows and of the staff, which stay small. Ended entries are removed from the waiting list. */
const OPEN_WORK = new Set([
  'app_user_staff',
  'booking_unpaid',
  'booking_unpaid_of_user',
  'dispute_open',
  'letter_due',
  'paper_due_open',
  'refund_needing_person',
  'refund_open',
  'refund_request_open',
  'refund_to_give',
  'settlement_line_open',
  'till_entry_open',
  'waitlist_over',
  'waitlist_to_check',
]);

/** Reads that are allowed in statements with a part of text, and why. */
const ALLOWED: readonly { readonly read: string; readonly part: string; readonly why: string }[] = [
  {
    read: 'whole index enquiry_inbox of enquiry',
    part: 'from "enquiry" group by "state"',
    why: 'counts enquiries by an index; a house gets few of them',
  },
  {
    read: 'Seq Scan on app_user',
    part: 'from app_user) as outstanding',
    why: 'the report adds up the points of all accounts',
  },
  {
    read: 'whole index payment_not_captured of payment',
    part: "'atBank', exists",
    why: 'this index is chosen only in a small table; in a large one that of the order is smaller',
  },
  {
    read: 'whole index booking_moves of booking',
    part: "'move-ended'",
    why: 'this index is chosen only in a small table; in a large one the payment is smaller',
  },
  {
    read: 'whole index booking_called_off_at of booking',
    part: "booking.status = 'called_off' or booking.status = 'confirmed'",
    why: 'this index is chosen only in a small table; in a large one that of the user is smaller',
  },
  {
    read: 'whole index refund_not_in_settlement of refund',
    part: "'missing-refund' as problem",
    why: 'the index has only the refunds that no report has settled yet',
  },
  {
    read: 'whole index payment_pkey of payment',
    part: 'from account_charge join payment',
    why: 'the list of companies adds up what each of them was charged; a company is charged some times a month',
  },
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** What a plan reads without a bound. A limit bounds an index that is read in order. */
function unboundedReads(plan: Plan, tableOf: ReadonlyMap<string, string>, isLimited = false): string[] {
  const { 'Node Type': type, 'Index Name': index } = plan;
  const table = plan['Relation Name'] ?? (index && tableOf.get(index)) ?? '';
  const reads: string[] = [];
  if (GROWING.has(table)) {
    if (type === 'Seq Scan') reads.push(`${type} on ${table}`);
    if (index !== undefined && plan['Index Cond'] === undefined && !isLimited && !OPEN_WORK.has(index)) {
      reads.push(`whole index ${index} of ${table}`);
    }
  }
  const keepsOrder = ['Limit', 'Nested Loop', 'LockRows', 'Result', 'Subquery Scan'].includes(type);
  const limits = type === 'Limit' || (isLimited && keepsOrder);
  return [...reads, ...(plan.Plans ?? []).flatMap((child) => unboundedReads(child, tableOf, limits))];
}

const statements = new Map<string, string>();
let doing = '';
let server: PaymentServer;
let owner: SignedIn;
let member: SignedIn;

beforeAll(async () => {
  const database = await seededDatabase(START, ({ query }) => {
    if (doing !== '' && !statements.has(query.sql)) statements.set(query.sql, doing);
  });
  server = await startPayments({ database });
  owner = await signIn(server, 'owner');
  ({ member } = server);
});
afterAll(() => server.close());

async function perform(name: string, work: () => Promise<unknown>): Promise<void> {
  doing = name;
  await work();
  doing = '';
}

/** Operations whose response does not end. */
const ENDLESS = new Set(['liveSlots']);

/**
 * Sends the example of every operation, as the guest and as the owner, with the ids of this test. The response does not matter:
 * most statements run although an example does not fit the data.
 */
async function performExamples(ids: Record<string, string>): Promise<void> {
  const failed: string[] = [];
  const operationsOf = Object.entries((openApi as unknown as OpenApiDocument).paths);
  for (const [path, methods] of operationsOf) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      if (ENDLESS.has(operationId)) continue;
      const { body, query, path: inPath }: Example = examples[operationId] ?? {};
      const filled = (fields: Readonly<Record<string, unknown>> = {}) =>
        Object.entries(fields).map(([name, value]) => [name, ids[name] ?? value] as const);
      const address = filled(inPath).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, String(value)),
        path,
      );
      const search = new URLSearchParams(filled(query).map(([name, value]) => [name, String(value)]));
      for (const { access } of [server.guest, owner]) {
        await perform(operationId, async () => {
          const response = await fetch(`${server.url}${address}?${search}`, {
            method: method.toUpperCase(),
            headers: {
              authorization: `Bearer ${access}`,
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(Object.fromEntries(filled(body))) }),
          });
          await response.arrayBuffer();
          if (response.status === 500) failed.push(`${method} ${path}`);
        });
      }
    }
  }
  expect(failed).toEqual([]);
}

test('no statement of a request, a job or a scrape reads a whole table that grows', async () => {
  const { database, clock, payments, guest } = server;
  const { bookingId, paymentId } = await createPaidBooking(server);
  await perform('the job of tax documents', () => issueDueTaxDocuments(server));
  const month = '2025-11';
  const ofMember = { token: member.access };
  const ofGuest = { token: guest.access };
  const calls: readonly [string, string | undefined][] = [
    [paths.rooms, undefined],
    [`${paths.searchRooms}?date=${DAY}&start=10:00&duration=120`, undefined],
    [`${paths.roomWeek}?id=${ROOM}&from=${DAY}`, undefined],
    [`${paths.blog}?page=1`, undefined],
    [paths.events, undefined],
    [`${paths.memberDetails}?uid=${member.user_id}`, member.access],
    [paths.myBookings, member.access],
    [paths.points, member.access],
    [paths.waitingList, member.access],
    [paths.billing, member.access],
    [paths.exportData, member.access],
    ...[paths.bookingDetails, paths.bookingTaxDocuments, paths.cancelTerms].map(
      (path) => [`${path}?booking_id=${bookingId}`, guest.access] as [string, string],
    ),
    ...[
      deskPaths.staff,
      deskPaths.roles,
      deskPaths.audit,
      `${deskPaths.dayPlan}?date=${DAY}`,
      `${deskPaths.booking}?booking_id=${bookingId}`,
      deskPaths.blockOuts,
      `${deskPaths.person}?user_id=${guest.user_id}`,
      ...[
        '',
        'Person 17',
        '98400 12345',
        'abc',
        bookingId.slice(0, 8),
        bookingReference(bookingId),
        paymentId,
        'LR/2526/1',
      ].map((text) => `${deskPaths.people}?search=${encodeURIComponent(text)}`),
      deskPaths.money,
      `${deskPaths.enquiries}?state=new`,
      `${deskPaths.report}?from=2025-11-01&to=2025-11-30`,
      `${deskPaths.payments}?from=2025-11-01&to=2025-11-30`,
      deskPaths.tills,
      `${deskPaths.settlements}?from=2025-11-01&to=2025-11-30`,
      ...['use', 'money', 'papers', 'payments', 'b2b', 'b2cs', 'hsn-b2b', 'docs'].map(
        (table) => `${deskPaths.reportFile}?from=2025-11-01&to=2025-11-30&table=${table}`,
      ),
      ...['', '?month=2025-11', '?search=Gautam', '?search=DM/2526/1&month=2025-11&before=9'].map(
        (query) => `${deskPaths.taxDocuments}${query}`,
      ),
      `${deskPaths.monthDocument}?month=${month}`,
      deskPaths.rooms,
      deskPaths.policy,
      deskPaths.posts,
      deskPaths.events,
    ].map((path) => [path, owner.access] as [string, string]),
  ];
  for (const [path, token] of calls) {
    await perform(path, async () => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      expect(response.status, path).toBe(200);
    });
  }
  await perform('taken slots', () => post(server, paths.takenSlots, { date: DAY, id: ROOM }));
  await perform('taken slots of rooms', () =>
    post(server, paths.takenSlotsOfRooms, { date: DAY, ids: [1, 2] }),
  );
  await perform('book with points', () =>
    post(server, paths.book, bookingFields(member, ROOM, DAY, { start: 34, end: 36 }), ofMember),
  );
  await perform('an order', () => createPaidBooking(server, { start: 30, end: 32 }));
  await perform('cancel', () => post(server, paths.cancel, { booking_id: bookingId, refund: '0' }, ofGuest));
  await perform('the reconciler', () => reconcile(payments));
  await perform('the waiting list', () => runWaitingList({ ...payments }));
  const mailer = { send: async () => undefined } as never;
  await perform('emails', () =>
    sendEmails({ ...payments, mailer, origin: '', attachments: {} } as never).catch(() => undefined),
  );
  await perform('the steps to the first booking', () =>
    setupState(database, { ...server.config, seedDemo: false }),
  );
  await perform('old data', () => eraseOldData(payments));
  await perform('old emails', () => deleteOldEmails(payments));
  await issueDueTaxDocuments(server);
  await perform('documents', async () => {
    await requestDocuments(database as Tx, { month, isDemo: true, now: clock.now });
    await printMonthDocuments({ database, print: printHere, now: () => clock.now, log: payments.log });
    const headers = { authorization: `Bearer ${owner.access}` };
    const archive = await fetch(`${server.url}${deskPaths.monthArchive}?month=${month}`, { headers });
    await archive.arrayBuffer();
    expect(archive.status).toBe(200);
  });
  await performExamples({
    booking_id: bookingId,
    user_id: guest.user_id,
    uid: guest.user_id,
    payment_id: paymentId,
  });
  await perform('the scrape', async () =>
    expect(await databaseMetrics(database, clock.now)).toContain('litrooms_database_up 1'),
  );

  expect(statements.size).toBeGreaterThan(200);
  const { rows: indexes } = await sql<{ indexname: string; tablename: string }>`
    select indexname, tablename from pg_indexes where schemaname = 'public'`.execute(database);
  const tableOf = new Map(indexes.map(({ indexname, tablename }) => [indexname, tablename]));
  // In an empty table every index is as small as the right one.
  await sql`insert into app_user (email, password_hash, first_name, phone)
    select 'plan-' || n || '@example.com', '-', 'Plan', '+919840012345' from generate_series(1, 2000) as n`.execute(
    database,
  );
  await sql`insert into booking (user_id, room_id, day, start_slot, end_slot, status, paid_with, total_paise)
    select id, ${ROOM}, '2024-01-01', 20, 22, 'expired', 'card', 100 from app_user, generate_series(1, 3)`.execute(
    database,
  );
  await sql`analyze app_user, booking`.execute(database);
  const unbounded: string[] = [];
  await database.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection);
    // Small tables are joined as a whole. A large one must be joined by an index.
    await sql`set enable_hashjoin = off`.execute(connection);
    await sql`set enable_mergejoin = off`.execute(connection);
    await sql`set enable_material = off`.execute(connection);
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    for (const [statement, name] of statements) {
      if (!/^\s*(?:select|with|insert|update|delete)/i.test(statement)) continue;
      const parameters = new Set(statement.match(/\$\d+/g) ?? []).size;
      const values = parameters === 0 ? '' : `(${Array.from({ length: parameters }, () => 'null').join()})`;
      await sql.raw(`prepare bounded as ${statement}`).execute(connection);
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(`explain (format json) execute bounded${values}`)
        .execute(connection);
      await sql`deallocate bounded`.execute(connection);
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      const reads = (plan ? unboundedReads(plan, tableOf) : ['no plan']).filter(
        (read) => !ALLOWED.some((allowed) => allowed.read === read && statement.includes(allowed.part)),
      );
      if (reads.length > 0) unbounded.push(`${name}: ${reads.join('; ')}\n${statement}`);
    }
    await sql`reset all`.execute(connection);
  });
  expect(unbounded).toEqual([]);
});
