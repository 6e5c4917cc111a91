import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { invoiceCompanies } from '../../server/companies/invoicing.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { costOf, dataOf, DAY, ROOM, type PaymentServer } from '../payments/startPayments.ts';
import { roundNumbers } from './rounds.ts';
import { onTwoPaymentServers } from './twoPaymentServers.ts';

/* Two clerks on two servers on one real PostgreSQL, and a company's account. */
const rounds = roundNumbers(3);

let serverA: PaymentServer;
let serverB: PaymentServer;
let clerk: SignedIn;
let owner: SignedIn;
let company: string;
onTwoPaymentServers(async (servers) => {
  ({ serverA, serverB } = servers);
  clerk = await signIn(serverA, 'desk');
  owner = await signIn(serverB, 'owner');
});

type Answer = ApiResponse<{ data: { id: string } } & ErrorBody>;
const call = (server: PaymentServer, user: SignedIn, path: string, fields: object): Promise<Answer> =>
  post(server, path, { ...fields }, { token: user.access });
const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : body.error.code);

beforeEach(async () => {
  await serverA.reset();
  // An earlier round may have moved its clock.
  await serverB.reset();
  const details = {
    id: '',
    version: 0,
    name: 'Palm Tea',
    address: '1 Mint Street',
    gstin: '',
    email: 'accounts@palmtea.example.com',
    term_days: 30,
  };
  company = dataOf(
    await call(serverB, owner, deskPaths.saveCompany, { ...details, limit: costOf({ start: 0, end: 3 }) }),
  ).id;
  for (const email of ['guest@example.com', 'member@example.com'])
    dataOf(await call(serverB, owner, deskPaths.addCompanyMember, { company_id: company, email }));
});

const sell = (server: PaymentServer, user: SignedIn, email: string, range: SlotRange): Promise<Answer> =>
  call(server, user, deskPaths.sell, {
    email,
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes(range),
    method: 'account',
    amount: costOf(range),
  });

const bookOnSite = (server: PaymentServer, user: SignedIn, range: SlotRange): Promise<Answer> =>
  call(server, user, paths.bookOnAccount, {
    ...bookingFields(user, ROOM, DAY, range),
    amount: costOf(range),
    currency: 'INR',
  });

describe('two clerks and the account of a company', () => {
  const range: SlotRange = { start: 24, end: 26 };

  test.each(rounds)('of two bookings that exceed the limit together, one succeeds, round %i', async () => {
    const answers = await Promise.all([
      sell(serverA, clerk, 'guest@example.com', { start: 20, end: 22 }),
      sell(serverB, owner, 'member@example.com', { start: 24, end: 26 }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['bad-input', 'done']);
    const charges = await serverA.database.selectFrom('account_charge').select('payment_id').execute();
    expect(charges).toHaveLength(1);
  });

  test.each(rounds)('a clerk and a person on the site share one limit, round %i', async () => {
    const guest = await signIn(serverA, 'guest');
    const answers = await Promise.all([
      sell(serverB, owner, 'member@example.com', { start: 20, end: 22 }),
      bookOnSite(serverA, guest, range),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const charges = await serverA.database.selectFrom('account_charge').select('payment_id').execute();
    expect(charges).toHaveLength(1);
  });

  test.each(rounds)('two people on the site share one limit, round %i', async () => {
    const guest = await signIn(serverA, 'guest');
    const member = await signIn(serverB, 'member');
    const answers = await Promise.all([
      bookOnSite(serverA, guest, { start: 24, end: 26 }),
      bookOnSite(serverB, member, { start: 20, end: 22 }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'not-on-account']);
    const charges = await serverA.database.selectFrom('account_charge').select('payment_id').execute();
    expect(charges).toHaveLength(1);
  });

  test.each([
    ['on the site', 'not-on-account', async () => bookOnSite(serverA, await signIn(serverA, 'guest'), range)],
    ['at the desk', 'bad-input', () => sell(serverA, clerk, 'guest@example.com', range)],
  ])('a booking %s that waits for the removal of its person is refused', async (_where, code, book) => {
    let answer: Promise<Answer> | undefined;
    await serverB.database.transaction().execute(async (tx) => {
      await tx.selectFrom('company').select('id').where('id', '=', company).forUpdate().execute();
      await tx.deleteFrom('company_member').where('company_id', '=', company).execute();
      answer = book();
      await expect.poll(countWaiting).toBeGreaterThan(0);
    });
    expect(codeOf((await answer) as Answer)).toBe(code);
    const charges = await serverA.database.selectFrom('account_charge').select('payment_id').execute();
    expect(charges).toEqual([]);
  });

  /** Statements of this test's database that wait for a lock. */
  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(serverA.database);
    return rows[0]?.count ?? 0;
  }

  test.each(rounds)('one of two records a transfer, round %i', async () => {
    const transfer = { company_id: company, received_on: '2025-11-20', amount: '100', reference: 'UTR1' };
    const bookkeeper = await signIn(serverA, 'owner');
    await serverA.database
      .updateTable('app_user')
      .set({ role: 'manager' })
      .where('id', '=', clerk.user_id)
      .execute();
    const answers = await Promise.all([
      call(serverA, clerk, deskPaths.recordTransfer, transfer),
      call(serverB, bookkeeper, deskPaths.recordTransfer, transfer),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'reference-used']);
    const stored = await serverA.database.selectFrom('company_transfer').select('id').execute();
    expect(stored).toHaveLength(1);
  });

  test.each(rounds)('one of two companies gets a transfer, round %i', async () => {
    const details = { id: '', version: 0, address: '1 Mint Street', gstin: '', term_days: 30, limit: '0' };
    const other = dataOf(
      await call(serverB, owner, deskPaths.saveCompany, {
        ...details,
        name: 'Chola Traders',
        email: 'accounts@chola.example.com',
      }),
    ).id;
    const transfer = { received_on: '2025-11-20', amount: '100', reference: 'UTR1' };
    const bookkeeper = await signIn(serverA, 'owner');
    const answers = await Promise.all([
      call(serverA, bookkeeper, deskPaths.recordTransfer, { ...transfer, company_id: company }),
      call(serverB, owner, deskPaths.recordTransfer, { ...transfer, company_id: other }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'reference-used']);
  });

  test.each(rounds)('a month gets one invoice from two of them and the job, round %i', async () => {
    dataOf(await sell(serverA, clerk, 'guest@example.com', { start: 20, end: 22 }));
    const december = Date.parse('2025-12-01T04:00:00Z');
    serverA.clock.now = december;
    serverB.clock.now = december;
    const bookkeeper = await signIn(serverA, 'owner');
    const invoice = { company_id: company, month: '2025-11' };
    const [first, second, failures] = await Promise.all([
      call(serverA, bookkeeper, deskPaths.invoiceCompany, invoice),
      call(serverB, await signIn(serverB, 'owner'), deskPaths.invoiceCompany, invoice),
      invoiceCompanies({ ...serverB.payments, now: () => december }),
    ]);
    expect([codeOf(first), codeOf(second), failures]).toEqual(['done', 'done', []]);
    const queued = await serverA.database.selectFrom('paper_due').select(['kind', 'amount_paise']).execute();
    expect(queued).toEqual([{ kind: 'invoice', amount_paise: 59_236 }]);
  });
});
