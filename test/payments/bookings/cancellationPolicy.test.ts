import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskPolicy, DeskPolicyResponse } from '../../../contract/desk/policy.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { defaultCancellationPolicies, type CancellationPolicy } from '../../../domain/money/cancellation.ts';
import { bookingTimes, type SlotRange } from '../../../domain/time/slots.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookSeries, createSeries } from '../bookingSeries.ts';
import { fetchCancelTerms, bookByPoints, cancelNow } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { costOf, create, dataOf, DAY, MORNING, ROOM } from '../startPayments.ts';
import { createUsers } from '../createUsers.ts';
import { joinWaitingList, runWaitingListJobs } from '../waitingListUsers.ts';

withFreshPayments();

const card: CancellationPolicy = { steps: [{ hours: 96, percent: 80 }], grace: null };
const points: CancellationPolicy = {
  steps: [
    { hours: 72, percent: 100 },
    { hours: 6, percent: 50 },
  ],
  grace: { hours: 1, leadHours: 12 },
};
const OLD = defaultCancellationPolicies.from_day;
const REASON = 'Too many come back too late';

let owner: SignedIn;
let today: string;
let tomorrow: string;
let waiter: SignedIn;
beforeAll(async () => {
  [waiter] = (await createUsers(server, 1)) as [SignedIn];
});
beforeEach(async () => {
  today = dateAt(server.clock.now);
  tomorrow = addDays(today, 1);
  owner = await signIn(server, 'owner');
});
afterEach(async () => {
  await server.database.deleteFrom('cancellation_policy').where('from_day', '>', OLD).execute();
});

const fetchPolicies = async (): Promise<DeskPolicy> =>
  (await get<DeskPolicyResponse>(server, deskPaths.policy, owner.access)).body.data;
const change = (path: string, fields: object, user = owner): Promise<ApiResponse<ErrorBody>> =>
  post(server, path, { ...fields }, { token: user.access });
const set = async (fields: object = {}) =>
  change(deskPaths.setPolicy, {
    version: (await fetchPolicies()).version,
    from_day: tomorrow,
    card,
    points,
    reason: REASON,
    ...fields,
  });
const codeOf = ({ status, body }: ApiResponse) => (status === 200 ? 'done' : (body as ErrorBody).error.code);
const fetchShownPolicy = async () =>
  (await get<RoomsResponse>(server, paths.rooms)).body.data[0]?.cancellation;
/** By the time that is booked. */
const storedPolicies = async () =>
  (
    await server.database
      .selectFrom('booking')
      .select('policy')
      .orderBy('day')
      .orderBy('start_slot')
      .execute()
  ).map(({ policy }) => policy);

describe('a new policy', () => {
  test('applies to bookings that are made from midnight of its first day', async () => {
    expect(codeOf(await set())).toBe('done');
    expect((await fetchPolicies()).policies.map(({ from_day }) => from_day)).toEqual([OLD, tomorrow]);
    expect(await fetchShownPolicy()).toEqual(defaultCancellationPolicies);
    const id = await bookByPoints(server, DAY);
    server.clock.now = instantOf(tomorrow, 0) - 1;
    expect(await fetchShownPolicy()).toEqual(defaultCancellationPolicies);
    dataOf(await create(server, { start: 30, end: 32 }));
    expect(await storedPolicies()).toEqual([
      defaultCancellationPolicies.points,
      defaultCancellationPolicies.card,
    ]);

    server.clock.now = instantOf(tomorrow, 0);
    expect(await fetchShownPolicy()).toEqual({ from_day: tomorrow, card, points });
    expect((await fetchPolicies()).policies.map(({ from_day }) => from_day)).toEqual([tomorrow]);
    // An earlier booking keeps its policy.
    expect(dataOf(await fetchCancelTerms(server, id, server.member)).terms).toContain('until 4 hours before');
  });

  const EVENING: SlotRange = { start: 36, end: 39 };
  const place = { mid: ROOM, bdate: DAY, ...bookingTimes(EVENING) };
  test.each<[string, CancellationPolicy, () => Promise<unknown>]>([
    ['by card', card, () => create(server)],
    ['with points', points, () => bookByPoints(server, DAY)],
    ['as a series by card', card, () => createSeries(server)],
    ['as a series with points', points, () => bookSeries(server)],
    [
      'at the desk',
      card,
      () =>
        change(deskPaths.sell, {
          ...place,
          email: 'guest@example.com',
          method: 'cash',
          amount: costOf(EVENING),
        }),
    ],
    [
      'by a link',
      card,
      () => change(deskPaths.makeLink, { ...place, email: 'guest@example.com', amount: costOf(EVENING) }),
    ],
    [
      'at the desk with points',
      points,
      () => change(deskPaths.walkIn, { ...place, email: 'member@example.com' }),
    ],
  ])('applies to a booking %s', async (_how, policy, book) => {
    await set();
    server.clock.now = instantOf(tomorrow, 0);
    await book();
    const all = await storedPolicies();
    expect(all).not.toEqual([]);
    expect(all).toEqual(all.map(() => policy));
  });

  test('applies to offers of the waiting list', async () => {
    await set();
    const id = await bookByPoints(server, DAY);
    dataOf(await joinWaitingList(server, waiter));
    await cancelNow(server, id, server.member);
    await server.database.deleteFrom('booking').execute();
    server.clock.now = instantOf(tomorrow, 24);
    await runWaitingListJobs(server);
    expect(await storedPolicies()).toEqual([card]);
  });

  test('does not apply for one day to visitors who were shown the previous policy', async () => {
    expect((await create(server, MORNING, { policy_from: 'yesterday' })).status).toBe(400);
    await set();
    /** Books by card and with points as a visitor who was shown the policies that start on `policy_from`. */
    const bookAfter = async (policy_from: string) => {
      const { now } = server.clock;
      await server.reset();
      server.clock.now = now;
      const [guest, member] = [await signIn(server, 'guest'), await signIn(server, 'member')];
      dataOf(await create(server, MORNING, { policy_from, user: guest }));
      const fields = { ...bookingFields(member, ROOM, DAY, { start: 40, end: 42 }), policy_from };
      expect((await post(server, paths.book, fields, { token: member.access })).status).toBe(200);
      return storedPolicies();
    };
    server.clock.now = instantOf(addDays(tomorrow, 1), 0) - 1;
    expect(await bookAfter(OLD)).toEqual([
      defaultCancellationPolicies.card,
      defaultCancellationPolicies.points,
    ]);
    expect(await bookAfter(tomorrow)).toEqual([card, points]);
    // No policy starts on this day.
    expect(await bookAfter(addDays(OLD, 1))).toEqual([card, points]);
    server.clock.now += 1;
    expect(await bookAfter(OLD)).toEqual([card, points]);
  });

  test('is in the audit as text, and can be removed before its first day', async () => {
    await set();
    const remove = async (from_day: string) =>
      change(deskPaths.removePolicy, {
        version: (await fetchPolicies()).version,
        from_day,
        reason: 'Not yet',
      });
    expect(codeOf(await remove(OLD))).toBe('not-found');
    expect(codeOf(await remove(tomorrow))).toBe('done');
    expect(codeOf(await remove(tomorrow))).toBe('not-found');
    expect((await fetchPolicies()).policies.map(({ from_day }) => from_day)).toEqual([OLD]);
    server.clock.now = instantOf(tomorrow, 0);
    expect(await fetchShownPolicy()).toEqual(defaultCancellationPolicies);
    const { body } = await get<AuditResponse>(server, `${deskPaths.audit}?subject=policy`, owner.access);
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'cancellation policy removed', became: { from_day: null }, reason: 'Not yet' },
      {
        action: 'cancellation policy set',
        was: { from_day: OLD },
        became: {
          from_day: tomorrow,
          card: '80% refund until 96 hours before the start. No refund after that.',
        },
        reason: REASON,
      },
    ]);
  });
});

describe('a policy is refused', () => {
  const steps = (...pairs: [number | string, number | string][]) => ({
    steps: pairs.map(([hours, percent]) => ({ hours, percent })),
    grace: null,
  });

  test.each([
    ['that begins today', () => ({ from_day: today }), 'from_day'],
    ['that begins in two years', () => ({ from_day: addDays(today, 800) }), 'from_day'],
    ['that returns more later', () => ({ card: steps([48, 50], [24, 100]) }), 'card'],
    ['with steps in a wrong order', () => ({ points: steps([24, 100], [48, 50]) }), 'points'],
    ['with a step at the same time', () => ({ card: steps([24, 100], [24, 50]) }), 'card'],
    ['that returns more than was paid', () => ({ card: steps([48, 101]) }), 'card'],
    ['with a negative percentage', () => ({ card: steps([48, -5]) }), 'card'],
    ['with half a step', () => ({ card: steps([48, '']) }), 'card'],
    ['with too many steps', () => ({ card: steps([9, 9], [8, 8], [7, 7], [6, 6]) }), 'card'],
    ['months before the start', () => ({ card: steps([10_000, 100]) }), 'card'],
    ['with half a grace', () => ({ card: { ...card, grace: { hours: 2, leadHours: '' } } }), 'card'],
    ['without a reason', () => ({ reason: ' ' }), 'reason'],
  ])('%s', async (_why, fields, field) => {
    const refused = await set(fields());
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([400, [field]]);
    expect((await fetchPolicies()).policies).toHaveLength(1);
  });

  test.each([
    ['percent', steps([48, 0])],
    ['percent', steps([48, 101])],
    ['percent', steps([48, 1.5])],
    ['percent', steps([48, ''])],
    ['hours', { ...card, grace: { hours: '', leadHours: 24 } }],
  ])('with the name of the wrong number: %s', async (name, wrong) => {
    const { body } = await set({ card: wrong });
    const most = name === 'percent' ? 100 : 720;
    expect(body.error.fields).toEqual({ card: `${name} must be a whole number from 1 to ${most}` });
  });

  test('when somebody else has changed it, with the changes', async () => {
    const { version } = await fetchPolicies();
    await set();
    const stale = await set({ version, from_day: addDays(tomorrow, 5) });
    expect(codeOf(stale)).toBe('changed-meanwhile');
    expect(stale.body.error).toMatchObject({ changed: { fields: { from_day: tomorrow } } });
    expect(
      codeOf(await change(deskPaths.removePolicy, { version, from_day: tomorrow, reason: REASON })),
    ).toBe('changed-meanwhile');
  });

  test('when several are sent concurrently, except one of them', async () => {
    const { version } = await fetchPolicies();
    const responses = await Promise.all(
      [1, 2, 3].map((days) => set({ version, from_day: addDays(today, days) })),
    );
    expect(responses.map(codeOf).toSorted()).toEqual(['changed-meanwhile', 'changed-meanwhile', 'done']);
    expect((await fetchPolicies()).policies).toHaveLength(2);
  });
});
