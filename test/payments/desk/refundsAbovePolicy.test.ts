import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { MoneyResponse } from '../../../contract/desk/money/money.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { StaffRole } from '../../../domain/account/roles.ts';
import { addDays, instantOf } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime } from '../../../domain/time/slots.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { bookByCard } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { DAY, dataOf, ROOM } from '../startPayments.ts';

/* What staff return above the policy is bound to the limit of their role, no matter by which call. */

withFreshPayments();
let owner: SignedIn;
/** Four slots: ₹1,184.72, of which the policy returns nothing once they have begun. */
let id: string;
beforeEach(async () => {
  id = (await bookByCard(server, DAY, { start: 20, end: 24 })).id;
  server.clock.now = instantOf(DAY, 20) + 60_000;
  owner = await signIn(server, 'owner');
  await server.database.deleteFrom('refund_limits').execute();
  await server.database
    .insertInto('refund_limits')
    .values({ id: 1, staff_paise: 10_000, manager_paise: 30_000, version: 1 })
    .execute();
});

type Answer = ApiResponse<{ data: { state?: string } } & ErrorBody>;
const call = (path: string, fields: object, user: SignedIn): Promise<Answer> =>
  post(server, path, { booking_id: id, reason: 'The power failed', ...fields }, { token: user.access });
const outcome = async (pending: Promise<Answer>) => {
  const { status, body } = await pending;
  return status === 200 ? (body.data.state ?? 'done') : `${status} ${body.error.code}`;
};
/** The owner's account with another role: the session stays. */
const as = async (role: StaffRole): Promise<SignedIn> => {
  await server.database.updateTable('app_user').set({ role }).where('id', '=', owner.user_id).execute();
  return owner;
};
const booking = async (user = owner) =>
  dataOf(await get<DeskBookingResponse>(server, `${deskPaths.booking}?booking_id=${id}`, user.access));

type Door = (amount: string, user: SignedIn) => Promise<string>;
const refundAmount: Door = async (amount, user) =>
  outcome(
    call(
      deskPaths.makeRefund,
      { amount, left: (await booking(user)).refundable?.left, method: 'provider' },
      user,
    ),
  );
const cancel: Door = (refund, user) => outcome(call(deskPaths.cancel, { policy_refund: '0', refund }, user));
const shortenTo =
  (end: number): Door =>
  async (refund, user) => {
    const { sequence } = await booking(user);
    const range = { start_time: slotTime(20), end_time: slotTime(end) };
    return outcome(call(deskPaths.shorten, { ...range, sequence, policy_refund: '0', refund }, user));
  };
const doors: Record<string, { door: Door; refused: string }> = {
  'server/sales/refunds/deskRefund.ts': { door: refundAmount, refused: 'waiting' },
  'server/sales/booking/deskCancel.ts': { door: cancel, refused: '409 above-refund-limit' },
  'server/sales/length/shorten.ts': { door: shortenTo(23), refused: '409 above-refund-limit' },
};

test('the doors of this test are all by which staff create refunds', () => {
  const creating = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:sales|desk|settlements|invoices|rooms)\/.*\.ts$/.test(file))
    .map((file) => `server/${file}`)
    .filter((file) =>
      /\b(?:createRefunds?|refundBooking|applyCancellation)\(/.test(readFileSync(file, 'utf8')),
    );
  expect(creating.toSorted()).toEqual(Object.keys(doors).toSorted());
});

const limits = [
  { role: 'staff', most: '100.00', tooMuch: '100.01' },
  { role: 'manager', most: '300.00', tooMuch: '300.01' },
] as const;
for (const [file, { door, refused }] of Object.entries(doors)) {
  test.each(limits)(`${file}: a role of $role is bound to its limit`, async ({ role, most, tooMuch }) => {
    const user = await as(role);
    expect(await door(tooMuch, user)).toBe(refused);
    // An amount that is above the limit waits, and nothing else is refunded until it is withdrawn.
    await server.database.deleteFrom('refund_request').execute();
    expect(await door(most, user)).not.toBe(refused);
    expect(await refundAmount('1', user)).toBe('waiting');
  });

  test(`${file}: an owner has no limit, and a bookkeeper refunds nothing`, async () => {
    expect(await cancel('1.00', await as('bookkeeper'))).toBe('403 not-allowed');
    expect(['done', 'refunded']).toContain(await door('1100.00', await as('owner')));
  });
}

test.each([
  [
    'cancelled',
    (policy_refund: string) => ({ path: deskPaths.cancel, fields: { policy_refund } }),
    '1184.72',
  ],
  [
    'made shorter',
    (policy_refund: string) => ({
      path: deskPaths.shorten,
      fields: { policy_refund, sequence: 1, start_time: slotTime(20), end_time: slotTime(22) },
    }),
    '592.36',
  ],
])('a move to a later day is no way around the limit when the booking is %s', async (_how, way, refund) => {
  const times = bookingTimes({ start: 20, end: 24 });
  const moved = { sequence: 0, mid: ROOM, bdate: addDays(DAY, 30), ...times };
  expect(await outcome(call(deskPaths.move, moved, await as('staff')))).toBe('done');
  const { path, fields } = way(refund);
  expect(await outcome(call(path, { ...fields, refund }, await as('staff')))).toBe('409 above-refund-limit');
  expect(await outcome(call(path, { ...fields, refund }, await as('owner')))).toBe('done');
});

test('the limit counts what was returned before, also by shorter bookings', async () => {
  const clerk = await as('staff');
  expect(await shortenTo(23)('60.00', clerk)).toBe('done');
  expect((await booking(clerk)).refundable?.alone).toBe('40.00');
  expect(await refundAmount('30.00', clerk)).toBe('refunded');
  expect(await shortenTo(22)('10.01', clerk)).toBe('409 above-refund-limit');
  expect(await cancel('10.01', clerk)).toBe('409 above-refund-limit');
  expect(await cancel('10.00', clerk)).toBe('done');
});

test.each([
  ['cancelled', cancel],
  ['shortened', shortenTo(22)],
])(
  'the rest of a %s booking is requested, and confirmed by somebody with a higher limit',
  async (_, door) => {
    const clerk = await as('staff');
    const { body } = await call(deskPaths.cancel, { policy_refund: '0', refund: '900.00' }, clerk);
    expect(body.error).toMatchObject({
      message:
        'You may return ₹100.00 above the policy, ₹100.00 in total. Return what the policy returns, then request the rest with "Refund an amount": somebody with a higher limit confirms it',
      fields: { refund: 'must not be more than ₹100.00' },
    });
    expect(await door('0', clerk)).toBe('done');
    expect(await refundAmount('900.00', clerk)).toBe('waiting');
    await as('owner');
    const { requests } = dataOf(await get<MoneyResponse>(server, deskPaths.money, owner.access));
    const confirmed = call(
      deskPaths.confirmRefund,
      { request_id: requests?.[0]?.id, left: '1184.72' },
      owner,
    );
    expect(await outcome(confirmed)).toBe('done');
    const refunds = await server.database.selectFrom('refund').select(['amount_paise', 'reason']).execute();
    expect(refunds).toEqual([{ amount_paise: 90_000, reason: 'desk' }]);
  },
);
