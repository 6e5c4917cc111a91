import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import openApi from '../../../contract/openapi.json';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import errors from '../../../server/platform/http/errors.ts';
import { examples } from '../../../tools/openapi/examples.ts';
import type { OpenApiDocument } from '../../../tools/openapi/types.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByCard, fetchMoveTerms, move } from '../cancelling.ts';
import { createUsers } from '../createUsers.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { pay } from '../payer.ts';
import { complete, costOf, create, dataOf, DAY, MORNING, ROOM } from '../startPayments.ts';
import { joinWaitingList } from '../waitingListUsers.ts';

/*
 * What happens when two calls write the same unique value. Every unique index of the database is in the table, with what prevents a
 * violation or the error code that it becomes; a new index without an entry fails the first test. No call answers 500.
 */

withFreshPayments();

let desk: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  desk = await signIn(server, 'desk');
  owner = await signIn(server, 'owner');
});

/** The database generates the value. */
const GENERATED = 'generated';
/** Every statement that inserts into the table has `on conflict`. */
const ON_CONFLICT = 'on conflict';

interface Cause {
  /** What one of two calls at once may get, when the other is done: 'done' or an error code. */
  readonly other: readonly string[];
  readonly calls: () => Promise<readonly [Promise<ApiResponse>, Promise<ApiResponse>]>;
}
/** Why no two transactions write the same value. */
interface Prevented {
  readonly why: string;
}
type Guard = typeof GENERATED | typeof ON_CONFLICT | Prevented | Cause;

const RANDOM: Prevented = { why: 'the value is random' };
const ONE_ROW: Prevented = { why: 'only migrations insert its row' };
const SANDBOX: Prevented = {
  why: 'the sandbox stands for the provider, and makes the id or looks for it under its lock',
};
const TAX_JOB: Prevented = { why: 'the job numbers documents under the lock of the counter' };
const NEW_PAYMENT: Prevented = { why: 'the payment belongs to one order, whose customer is locked' };
const NEW_BOOKING: Prevented = {
  why: 'the row belongs to a booking that the same transaction inserts or has locked',
};

const twice = (path: string, token: string, body: object): Cause['calls'] => {
  const call = () => post(server, path, { ...body }, { token });
  return async () => [call(), call()];
};

const LATER: SlotRange = { start: 34, end: 36 };
const sale = (range: SlotRange, customer: object, method: object) =>
  post(
    server,
    deskPaths.sell,
    { mid: ROOM, bdate: DAY, ...bookingTimes(range), amount: costOf(range), ...customer, ...method },
    { token: desk.access },
  );
const guestCustomer = { email: 'guest@example.com' };
const newCustomer = { email: 'new.customer@example.com', first_name: 'Nila', phone: '+919840012345' };

/** The number of a customer without an address: the second sale waits, and finds the account. */
const oneNumber: Cause = {
  other: ['done'],
  calls: async () => {
    const customer = { first_name: 'Nila', phone: '+919840012399' };
    return [sale(MORNING, customer, { method: 'cash' }), sale(LATER, customer, { method: 'cash' })];
  },
};

const oneReference: Cause = {
  other: ['reference-used'],
  calls: async () =>
    [MORNING, LATER].map((range) =>
      sale(range, guestCustomer, { method: 'upi', reference: '4123 4567 8901' }),
    ) as unknown as [Promise<ApiResponse>, Promise<ApiResponse>],
};
const oneAddress: Cause = {
  other: ['done', 'changed-meanwhile'],
  calls: async () => [
    sale(MORNING, newCustomer, { method: 'cash' }),
    sale(LATER, newCustomer, { method: 'cash' }),
  ],
};

/** By the index. */
const guards: Readonly<Record<string, Guard>> = {
  account_charge_pkey: RANDOM,
  account_link_id_key: RANDOM,
  account_link_pkey: ON_CONFLICT,
  account_link_token_hash_key: RANDOM,
  app_user_email: oneAddress,
  app_user_email_key: oneAddress,
  app_user_phone_only: oneNumber,
  app_user_pkey: GENERATED,
  audit_entry_pkey: GENERATED,
  billing_details_pkey: ON_CONFLICT,
  block_out_pkey: GENERATED,
  blog_post_pkey: {
    other: ['done'],
    calls: () => twice(deskPaths.savePost, owner.access, { ...examples['savePost']?.body })(),
  },
  booking_note_pkey: GENERATED,
  booking_move_pkey: GENERATED,
  booking_open_move: {
    other: ['done', 'hold-over'],
    calls: async () => {
      const { id } = await bookByCard(server, DAY, { start: 20, end: 22 });
      const call = async (range: SlotRange) => {
        const to = { day: DAY, range };
        const { sequence, difference } = dataOf(await fetchMoveTerms(server, id, to));
        return () => move(server, id, to, { sequence, difference });
      };
      const [one, other] = [await call({ start: 30, end: 33 }), await call({ start: 36, end: 39 })];
      return [one(), other()];
    },
  },
  booking_paid_by: NEW_PAYMENT,
  booking_pkey: GENERATED,
  booking_slot_pkey: {
    other: ['slot-taken'],
    calls: async () => {
      const users = await createUsers(server, 2);
      return users.map((user) =>
        post(server, paths.book, bookingFields(user, ROOM, DAY, MORNING), { token: user.access }),
      ) as unknown as [Promise<ApiResponse>, Promise<ApiResponse>];
    },
  },
  business_pkey: ON_CONFLICT,
  calendar_entry_pkey: ON_CONFLICT,
  calendar_feed_pkey: ON_CONFLICT,
  calendar_feed_secret_hash_key: RANDOM,
  cancellation_policy_pkey: ON_CONFLICT,
  company_member_pkey: { why: 'inserted under the lock of the account, after a look for its company' },
  company_name: {
    other: ['bad-input'],
    calls: () => twice(deskPaths.saveCompany, owner.access, { ...examples['saveCompany']?.body })(),
  },
  company_pkey: GENERATED,
  company_transfer_pkey: GENERATED,
  company_transfer_reference: {
    why: 'inserted under the lock of all transfers, after a look for the reference',
  },
  content_version_pkey: { why: 'a trigger inserts it with on conflict' },
  desk_booking_pkey: ON_CONFLICT,
  desk_payment_pkey: RANDOM,
  desk_payment_upi: oneReference,
  dispute_pkey: ON_CONFLICT,
  enquiry_entry_pkey: GENERATED,
  enquiry_pkey: GENERATED,
  enquiry_repeated: ON_CONFLICT,
  event_pkey: GENERATED,
  hold_network_pkey: ON_CONFLICT,
  known_network_pkey: ON_CONFLICT,
  kysely_migration_lock_pkey: ONE_ROW,
  kysely_migration_pkey: ONE_ROW,
  letter_pkey: {
    why: 'on conflict; the email of a booking in one statement has the key of that new booking',
  },
  mailbox_message_pkey: ON_CONFLICT,
  month_document_file_pkey: { why: 'inserted only by the update that has counted the file' },
  month_document_month_is_demo_key: ON_CONFLICT,
  month_document_pkey: GENERATED,
  paper_counter_pkey: ON_CONFLICT,
  paper_due_credit_note: { why: 'inserted with on conflict; the note of a corrected invoice has no refund' },
  paper_due_id_key: TAX_JOB,
  paper_due_invoice: { why: 'inserted with on conflict; a corrected invoice is queued as another kind' },
  paper_due_month_of_company: { why: 'inserted under the lock of the company, with on conflict' },
  paper_due_pkey: GENERATED,
  paper_number_key: TAX_JOB,
  paper_pause_pkey: ON_CONFLICT,
  paper_pkey: GENERATED,
  paper_replaced: {
    why: 'inserted under the lock of the invoice, after a look for the one that replaces it',
  },
  paper_series_financial_year_sequence_key: TAX_JOB,
  payment_link_pkey: NEW_BOOKING,
  payment_order_booking_id_key: {
    other: ['done'],
    calls: async () => [create(server), create(server)],
  },
  payment_order_pkey: { why: 'the provider makes the id, and one order belongs to one booking or purchase' },
  payment_order_purchase_id_key: {
    other: ['done'],
    calls: () => twice(paths.buyPoints, server.member.access, { points: 10, amount: '7080.00' })(),
  },
  payment_pkey: {
    other: ['done'],
    calls: async () => {
      const created = dataOf(await create(server));
      const paid = await pay(server, created);
      return [complete(server, created, paid), complete(server, created, paid)];
    },
  },
  picture_file_pkey: { why: 'inserted only by the transaction that has inserted the picture' },
  picture_pkey: ON_CONFLICT,
  point_entry_key_key: { why: 'the key names a change that is made under the lock of the account, once' },
  point_entry_pkey: GENERATED,
  point_purchase_paid_by_payment_id_key: NEW_PAYMENT,
  point_purchase_pkey: GENERATED,
  policy_text_pkey: ON_CONFLICT,
  provider_sweep_pkey: ON_CONFLICT,
  refresh_token_pkey: { why: 'a successor is inserted under the lock of its session' },
  refund_of_whole_payment: {
    why: 'the refund of a whole payment is inserted with on conflict; parts leave the column empty',
  },
  refund_limits_pkey: ON_CONFLICT,
  refund_pkey: GENERATED,
  refund_request_open: {
    why: 'inserted under the lock of the booking, after a look for a request that waits',
  },
  refund_request_pkey: GENERATED,
  room_pkey: {
    other: ['done'],
    calls: async () => {
      const call = (room_name: string) =>
        post(
          server,
          deskPaths.saveRoom,
          { ...examples['saveRoom']?.body, room_name },
          { token: owner.access },
        );
      return [call('Marina Room'), call('Besant Room')];
    },
  },
  room_price_pkey: ON_CONFLICT,
  room_rates_pkey: ON_CONFLICT,
  sandbox_dispute_pkey: SANDBOX,
  sandbox_link_order_id_key: SANDBOX,
  sandbox_link_pkey: SANDBOX,
  sandbox_link_reference_id_key: SANDBOX,
  sandbox_order_pkey: SANDBOX,
  sandbox_order_receipt_key: SANDBOX,
  sandbox_payment_pkey: SANDBOX,
  sandbox_refund_idempotency_key_key: SANDBOX,
  sandbox_refund_pkey: SANDBOX,
  sandbox_webhook_pkey: SANDBOX,
  schema_compatibility_pkey: ONE_ROW,
  second_factor_failure_pkey: ON_CONFLICT,
  second_factor_pkey: ON_CONFLICT,
  series_date_pkey: NEW_BOOKING,
  session_pkey: RANDOM,
  settlement_line_pkey: ON_CONFLICT,
  settlement_note_pkey: ON_CONFLICT,
  settlement_report_file_hash_key: ON_CONFLICT,
  settlement_report_pkey: GENERATED,
  staff_invitation_open: {
    other: ['done'],
    calls: () => twice(deskPaths.invite, owner.access, { ...examples['invite']?.body })(),
  },
  staff_invitation_pkey: GENERATED,
  till_close_clerk_id_number_key: ON_CONFLICT,
  till_close_pkey: GENERATED,
  till_entry_payment_id_key: { why: 'a trigger inserts it with on conflict' },
  till_entry_pkey: GENERATED,
  till_entry_refund_id_key: { why: 'a trigger inserts it with on conflict' },
  unmatched_payment_pkey: { why: 'a trigger inserts it with on conflict' },
  upi_reference_pkey: oneReference,
  waitlist_entry_pkey: RANDOM,
  waitlist_entry_token_hash_key: RANDOM,
  waitlist_once: {
    other: ['done'],
    calls: async () => {
      await bookByCard(server, DAY, MORNING);
      return [joinWaitingList(server, server.member), joinWaitingList(server, server.member)];
    },
  },
  waitlist_one_offer: { why: 'an offer is made under the lock of the account, after a look for another one' },
  webhook_event_pkey: ON_CONFLICT,
};

const byKind = (kind: (guard: Guard) => boolean): string[] =>
  Object.keys(guards).filter((index) => kind(guards[index] as Guard));

test('every unique index is in the table', async () => {
  const { rows } = await sql<{ indexname: string }>`
    select indexname from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`.execute(
    server.database,
  );
  expect(rows.map(({ indexname }) => indexname).toSorted()).toEqual(Object.keys(guards).toSorted());
});

test('the database generates the values of the indexes that say so', async () => {
  const { rows } = await sql<{ index: string }>`
    select index.relname as index from pg_index
      join pg_class index on index.oid = indexrelid
      join pg_attribute on attrelid = indrelid and attnum = any (indkey::smallint[])
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where indisunique and (attidentity <> '' or pg_get_expr(adbin, adrelid) ~ 'gen_random_uuid|nextval')`.execute(
    server.database,
  );
  const generated = new Set(rows.map(({ index }) => index));
  expect(byKind((guard) => guard === GENERATED).filter((index) => !generated.has(index))).toEqual([]);
});

test('every insert into the table of an index with `on conflict` has it', async () => {
  const { rows } = await sql<{ indexname: string; tablename: string }>`
    select indexname, tablename from pg_indexes where schemaname = 'public'`.execute(server.database);
  const tableOf = new Map(rows.map(({ indexname, tablename }) => [indexname, tablename]));
  const code = ['server', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/seed\/|migrations\//.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );
  const withoutIt = byKind((guard) => guard === ON_CONFLICT).filter((index) => {
    const table = tableOf.get(index) as string;
    const inserts = code.flatMap((text) =>
      text.split(new RegExp(`(?=insertInto\\('${table}'\\)|insert into ${table}\\b)`)).slice(1),
    );
    return !inserts.length || inserts.some((text) => !/on ?conflict/i.test(text.slice(0, 900)));
  });
  expect(withoutIt).toEqual([]);
});

const outcomeOf = ({ status, body }: ApiResponse): string =>
  status < 300 ? 'done' : (body as ErrorBody).error.code;

describe('two calls at once that write the same unique value', () => {
  const causes = Object.entries(guards).flatMap(([index, guard]) =>
    typeof guard === 'object' && 'calls' in guard ? [{ index, ...guard }] : [],
  );

  test.each(causes)('$index: $other', async ({ other, calls }) => {
    const responses = await Promise.all(await calls());
    const [first, second] = responses.toSorted((a, b) => a.status - b.status).map(outcomeOf);
    expect(first).toBe('done');
    expect(other).toContain(second);
  });

  test('get no 500 from any operation with its example', async () => {
    const failed: string[] = [];
    for (const [path, methods] of Object.entries((openApi as unknown as OpenApiDocument).paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        const { body } = examples[operationId] ?? {};
        if (method !== 'post' || path.includes('{') || !body) continue;
        for (const { access } of [server.member, owner]) {
          const call = () => post(server, path, { ...body, uid: server.member.user_id }, { token: access });
          for (const { status } of await Promise.all([call(), call()])) if (status === 500) failed.push(path);
        }
      }
    }
    expect(failed).toEqual([]);
  });
});

test('a violation that no call foresees becomes 409 and is logged', async () => {
  const app = fastify();
  await app.register(errors);
  app.get('/', () => {
    throw Object.assign(new Error('duplicate key value'), { code: '23505', constraint: 'a_new_index' });
  });
  const response = await app.inject('/');
  expect([response.statusCode, response.json<ErrorBody>().error.code]).toEqual([409, 'changed-meanwhile']);
});
