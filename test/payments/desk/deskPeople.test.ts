import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { PeopleResponse, PersonResponse } from '../../../contract/desk/people.ts';
import type { PointsResponse } from '../../../contract/points/points.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { renewPoints } from '../../../server/points/renewal.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* Changes of customers' accounts by the desk, and the ledger of points, which has an entry for every change of a balance. */

withFreshPayments();
let manager: SignedIn | undefined;
let desk: SignedIn | undefined;
let id: string;
let number = 0;
/** Of the member of the current test, who has 20 points. */
const address = () => `meera-${number}@example.com`;
beforeEach(async () => {
  number += 1;
  const member = await server.database
    .insertInto('app_user')
    .values({
      email: address(),
      password_hash: '',
      // The desk gives nothing to an account whose address nobody has confirmed.
      email_confirmed_at: new Date(0),
      first_name: 'Meera',
      last_name: 'Iyer',
      phone: `+9198400${String(number).padStart(5, '0')}`,
      company_name: 'Banyan 100% Cotton',
      is_member: true,
      half_points: 40,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ({ id } = member);
  desk ??= await signIn(server, 'desk');
  manager ??= await signIn(server, 'owner');
});
/** Books at the desk with the member's points. */
const book = async (range: SlotRange): Promise<string> =>
  dataOf(
    await post<{ data: { booking_id: string } }>(
      server,
      deskPaths.walkIn,
      { email: address(), mid: ROOM, bdate: DAY, ...bookingTimes(range) },
      { token: desk?.access },
    ),
  ).booking_id;

/** Their balance is not the sum of their ledger entries. */
const unbalancedAccounts = async () =>
  (
    await sql`
      select email from app_user
      left join (select user_id, sum(half_points) as sum, sum(expiring) as ending from point_entry group by user_id) entries
        on user_id = app_user.id
      where half_points <> coalesce(sum, 0) or expiring_half_points <> coalesce(ending, 0)`.execute(
      server.database,
    )
  ).rows;

type CallResponse = ApiResponse<{ data: { done: true } } & ErrorBody>;
const call = (path: string, fields: Record<string, unknown>, user = manager): Promise<CallResponse> =>
  post(server, path, { user_id: id, reason: 'As agreed', ...fields }, { token: user?.access });
const outcome = async (pending: Promise<CallResponse>) => {
  const { status, body } = await pending;
  return status === 200 ? 'done' : `${status} ${body.error.code}`;
};
const fetchPerson = async (user = desk) =>
  dataOf(await get<PersonResponse>(server, `${deskPaths.person}?user_id=${id}`, user?.access));
const ledger = async (count: number, user = desk) =>
  (await fetchPerson(user)).entries
    .slice(0, count)
    .map(({ kind, points, balance, ends }) => [kind, points, balance, ends]);
const audit = async () =>
  (
    await get<AuditResponse>(server, `${deskPaths.audit}?subject=account&subject_id=${id}`, desk?.access)
  ).body.data.map(({ action, was, became, reason }) => [action, was, became, reason]);
const grant = (points: string, balance = '20') => call(deskPaths.grantPoints, { points, balance });
const correct = (points: string, balance = '20') => call(deskPaths.correctPoints, { points, balance });
const membership = (is_member: boolean, monthly: number, was: [boolean, number]) =>
  call(deskPaths.membership, {
    was_member: was[0],
    was_monthly: was[1],
    is_member,
    monthly_points: monthly,
  });
const renew = () => renewPoints(server.payments);
const NEXT_MONTH = Date.parse('2025-12-01T00:00:30+05:30');

describe('people', () => {
  const find = async (search: string) =>
    (
      await get<PeopleResponse>(
        server,
        `${deskPaths.people}?search=${encodeURIComponent(search)}`,
        desk?.access,
      )
    ).body.data.map(({ email }) => email);

  test('are found only by parts of their name, company, email address or phone number', async () => {
    expect(await find(`MEERA iyer banyan 100% cotton ${address()}`)).toEqual([address()]);
    expect(await find('MEERA ram')).toEqual(['member@example.com']);
    expect(await find('guest@')).toEqual(['guest@example.com']);
    expect((await find('')).length).toBeGreaterThan(3);
    expect(await find('1_0%')).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
  });

  test('are shown with their bookings and every change of their points', async () => {
    const booking = await book({ start: 18, end: 21 });
    const person = await fetchPerson();
    expect(person).toMatchObject({ points: 18.5, monthly_points: 0, is_member: true, papers: [] });
    expect(person.bookings).toEqual([
      expect.objectContaining({ id: booking, amount: '1.5', status: 'confirmed' }),
    ]);
    expect(person.entries[0]).toMatchObject({
      kind: 'use',
      points: -1.5,
      balance: 18.5,
      booking_id: booking,
    });
    await setHalfPoints(server.database, 7, server.member.user_id);
    const ownLedger = dataOf(await get<PointsResponse>(server, paths.points, server.member.access));
    expect([ownLedger.balance, ownLedger.ending, ownLedger.entries[0]?.balance]).toEqual([3.5, 0, 3.5]);
    const nobody = await get<ErrorBody>(
      server,
      `${deskPaths.person}?user_id=00000000-0000-4000-8000-000000000000`,
      desk?.access,
    );
    expect(nobody.status).toBe(404);
  });
});

describe('points', () => {
  test('can be granted and corrected with a reason, with entries in the audit and the ledger', async () => {
    expect(await outcome(grant('2.5'))).toBe('done');
    expect(await outcome(correct('-22.5', '22.5'))).toBe('done');
    expect(await ledger(2)).toEqual([
      ['correction', -22.5, 0, 0],
      ['grant', 2.5, 22.5, 0],
    ]);
    expect((await audit()).slice(0, 2)).toEqual([
      ['points corrected', { points: 22.5 }, { points: 0 }, 'As agreed'],
      ['points given', { points: 20 }, { points: 22.5 }, 'As agreed'],
    ]);
  });

  test('can be corrected with a typographic minus sign', async () => {
    expect(await outcome(correct('−1.5'))).toBe('done');
    expect((await fetchPerson()).points).toBe(18.5);
  });

  test.each(['-1', '−1', '0', '0.25', '1e3', '10000.5', '', 'NaN'])(
    'cannot be granted as %j',
    async (points) => {
      expect(await outcome(grant(points))).toBe('400 bad-input');
    },
  );

  test('cannot become negative, and are not changed without a reason or by a role that is too low', async () => {
    expect(await outcome(correct('-20.5'))).toBe('400 bad-input');
    expect(await outcome(correct('0'))).toBe('400 bad-input');
    expect(await outcome(call(deskPaths.grantPoints, { points: 1, balance: 20, reason: ' ' }))).toBe(
      '400 bad-input',
    );
    expect(await outcome(call(deskPaths.grantPoints, { points: 1, balance: 20 }, desk))).toBe(
      '403 not-allowed',
    );
    expect((await fetchPerson()).points).toBe(20);
  });

  test('are granted once when the call is repeated, and a second clerk’s change is refused', async () => {
    const responses = await Promise.all([grant('1'), grant('1')]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = await correct('-1');
    expect(refused.body.error).toMatchObject({ code: 'changed-meanwhile', present: { balance: 21 } });
    expect((await fetchPerson()).points).toBe(21);
  });

  test('ledger entries cannot be changed or deleted, and a change of a balance without a cause has an entry too', async () => {
    const { database } = server;
    const only = 'the ledger of points only grows';
    await expect(sql`update point_entry set half_points = 1`.execute(database)).rejects.toThrow(only);
    await expect(sql`delete from point_entry`.execute(database)).rejects.toThrow(only);
    await expect(sql`truncate point_entry`.execute(database)).rejects.toThrow(only);
    // This statement is like that of a server of the previous version.
    await sql`update app_user set half_points = half_points - 3 where id = ${id}::uuid`.execute(database);
    expect(await ledger(1)).toEqual([['use', -1.5, 18.5, 0]]);
  });

  test('can be exported as CSV without formulas', async () => {
    await sql`update app_user set first_name = '=HYPERLINK("x")' where id = ${id}::uuid`.execute(
      server.database,
    );
    await call(deskPaths.grantPoints, { points: 1, balance: 20, reason: '@SUM(A1)' });
    const export_ = (query: string) =>
      fetch(`${server.url}${deskPaths.exportPoints}${query}`, {
        headers: { authorization: `Bearer ${manager?.access}` },
      });
    const day = new Date(START + 19_800_000).toISOString().slice(0, 10);
    const response = await export_(`?from=${day}&to=${day}&user_id=${id}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await response.arrayBuffer());
    // With a byte-order mark, spreadsheets read the file as UTF-8.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString();
    expect(text).toContain(`"'=HYPERLINK(""x"") Iyer",${address()},Granted,1,21,0,,'@SUM(A1)`);
    expect((await export_('?from=2025-13-01&to=x')).status).toBe(400);
  });
});

describe('a membership', () => {
  test('is needed for points per month', async () => {
    await outcome(membership(false, 0, [true, 0]));
    expect(await outcome(membership(false, 10, [false, 0]))).toBe('400 bad-input');
    expect(await outcome(membership(true, 10, [false, 0]))).toBe('done');
  });

  test('grants its points each month; unused ones expire, and other points stay', async () => {
    expect(await outcome(membership(true, 10, [true, 0]))).toBe('done');
    await book({ start: 18, end: 22 });
    expect(await ledger(2)).toEqual([
      ['use', -2, 28, -2],
      ['renewal', 10, 30, 10],
    ]);
    expect(await fetchPerson()).toMatchObject({ points: 28, ending_points: 8 });
    await renew();
    server.clock.now = NEXT_MONTH;
    await Promise.all([renew(), renew()]);
    const later = await signIn(server, 'desk');
    expect(await ledger(3, later)).toEqual([
      ['renewal', 10, 30, 10],
      ['expiry', -8, 20, -8],
      ['use', -2, 28, -2],
    ]);
    await renew();
    expect((await fetchPerson(later)).points).toBe(30);
  });

  test('a cancelled booking returns its monthly points and its other points separately', async () => {
    await membership(true, 1, [true, 0]);
    const booking = await book({ start: 18, end: 22 });
    expect(await ledger(1)).toEqual([['use', -2, 19, -1]]);
    const terms = { booking_id: booking, policy_refund: 2, refund: 2 };
    expect(await outcome(call(deskPaths.cancel, terms))).toBe('done');
    expect(await ledger(1)).toEqual([['return', 2, 21, 1]]);
  });

  test('that ends grants no further points, and keeps the current ones', async () => {
    await membership(true, 10, [true, 0]);
    expect(await outcome(membership(false, 10, [true, 10]))).toBe('done');
    expect((await fetchPerson()).points).toBe(30);
    server.clock.now = NEXT_MONTH;
    await renew();
    expect((await fetchPerson(await signIn(server, 'desk'))).points).toBe(20);
    server.clock.now = START;
    expect((await audit())[0]).toEqual([
      'membership changed',
      { is_member: true, monthly_points: 10 },
      { is_member: false, monthly_points: 10 },
      'As agreed',
    ]);
  });

  test('is not changed when somebody else has changed it; the response has the current values', async () => {
    await membership(true, 5, [true, 0]);
    expect((await membership(true, 8, [true, 0])).body.error).toMatchObject({
      code: 'changed-meanwhile',
      present: { is_member: true, monthly_points: 5 },
    });
    expect(await outcome(membership(true, 5, [true, 0]))).toBe('done');
  });
});

describe('blocking', () => {
  const block = (blocked: boolean, fields: object = {}) =>
    call(deskPaths.blockPerson, { blocked, ...fields });

  test('revokes the sessions, and can be undone', async () => {
    const there = await signIn(server, 'guest');
    const renewed = () => post(server, paths.refresh, { token: there.refresh });
    expect(await outcome(block(true, { user_id: there.user_id }))).toBe('done');
    expect((await renewed()).status).toBe(401);
    expect(await outcome(block(false, { user_id: there.user_id }))).toBe('done');
  });

  test('is refused for staff, whose role has to be removed first', async () => {
    expect(await outcome(block(true, { user_id: desk?.user_id }))).toBe('403 not-allowed');
    expect(await outcome(block(true, { user_id: manager?.user_id }))).toBe('403 not-allowed');
    expect(await outcome(block(true, { blocked: 'maybe' }))).toBe('400 bad-input');
  });
});

test('after all tests above, every balance is the sum of its ledger entries', async () => {
  expect(await unbalancedAccounts()).toEqual([]);
});
