import { beforeEach, describe, expect, test } from 'vitest';
import type { MyBookingsResponse } from '../../../contract/bookings/booking.ts';
import type { SentPaymentLink } from '../../../contract/desk/money/money.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { LinkDetails } from '../../../contract/account/links.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { processRefunds } from '../../../server/payments/reconcile/processRefunds.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { tokensTo } from '../../api/linkInEmail.ts';
import { bookByCard } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callSheet, pay, payByCard } from '../payer.ts';
import { complete, create, dataOf, DAY, MORNING, ROOM } from '../startPayments.ts';

/* Bookings, points and money when an account is handed over to the owner of its address. */

withFreshPayments();

const PASSWORD = 'the password of the registration';
const OTHER = 'the password of somebody else';
const HOUR = 3_600_000;

let desk: SignedIn;
let owner: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  owner ??= await signIn(server, 'owner');
});

let count = 0;
const newAddress = (): string => {
  count += 1;
  return `customer${count}@handover.example`;
};

type Response = ApiResponse<{ session?: SignedIn } & Partial<ErrorBody>>;
const call = (path: string, fields: Record<string, unknown>, user?: SignedIn): Promise<Response> =>
  post(server, path, fields, { token: user?.access });
const outcome = async (pending: Promise<Response>): Promise<string> => {
  const { status, body } = await pending;
  return body.error?.code ?? String(status);
};
const register = (email: string, password = PASSWORD, user?: SignedIn) =>
  call(paths.register, { first_name: 'Asha', email, phone: '+919840012345', password }, user);
async function join(email: string, password = PASSWORD): Promise<SignedIn> {
  const { body } = await register(email, password);
  if (!body.session) throw new Error(JSON.stringify(body));
  return body.session;
}
const logIn = async (email: string, password = PASSWORD): Promise<SignedIn> => {
  const { status, body } = await post<SignedIn>(server, paths.login, { email, password });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
async function lastToken(email: string, purpose: 'reset' | 'confirm-address' = 'confirm-address') {
  const token = (await tokensTo(server, email, purpose)).at(-1);
  if (token === undefined) throw new Error(`no ${purpose} to ${email}`);
  return token;
}
const confirm = (fields: Record<string, unknown>, user?: SignedIn) =>
  outcome(call(paths.confirmAddress, fields, user));
const readLink = async (token: string, user?: SignedIn) =>
  dataOf(await post<{ data: LinkDetails }>(server, paths.readLink, { token }, { token: user?.access }));
const bookings = async (user: SignedIn) =>
  (await get<MyBookingsResponse>(server, paths.myBookings, user.access)).body.data.map(({ id, status }) => [
    id,
    status,
  ]);
const detailsOf = async ({ user_id, access }: SignedIn) =>
  dataOf(await get<MemberDetailsResponse>(server, `${paths.memberDetails}?uid=${user_id}`, access));
const sale = (email: string, fields: object = {}) => ({
  email,
  first_name: 'Kavya',
  phone: '+919840012399',
  mid: ROOM,
  bdate: DAY,
  ...bookingTimes({ start: 20, end: 22 }),
  amount: '592.36',
  ...fields,
});
const sell = (email: string, fields: object = {}) =>
  post<{ data: { booking_id: string } } & Partial<ErrorBody>>(
    server,
    deskPaths.sell,
    sale(email, { method: 'cash', ...fields }),
    { token: desk.access },
  );
const refunds = () => server.database.selectFrom('refund').select(['amount_paise', 'reason']).execute();

async function payLink({ url }: SentPaymentLink): Promise<void> {
  const page = await callSheet<{ key: string; order_id: string; amount: number }>(server, 'link', {
    id: url.split('/').at(-1),
  });
  expect(
    (await payByCard(server, { id: page.order_id, key: page.key, amount: page.amount })).paid,
  ).toBeDefined();
  await server.sandbox.deliverDue();
}

describe('a customer whom the desk has sold a booking', () => {
  test('registers the address, presses the link, and has the booking in the account', async () => {
    const email = newAddress();
    const { booking_id: id } = dataOf(await sell(email));
    expect(await outcome(register(email))).toBe('email-unconfirmed');
    const token = await lastToken(email);
    expect(await readLink(token)).toMatchObject({
      action: 'register',
      account: { kind: 'desk-made', first_name: 'Kavya', bookings: 1 },
    });
    expect(await confirm({ token, password: OTHER })).toBe('wrong-password');
    expect(await confirm({ token, password: PASSWORD })).toBe('200');
    const customer = await logIn(email);
    expect(await bookings(customer)).toEqual([[id, 'confirmed']]);
    expect(await detailsOf(customer)).toMatchObject({ first_name: 'Asha', email, email_confirmed: true });
    expect(await outcome(call(deskPaths.resendEmails, { booking_id: id }, desk))).toBe('200');
  });

  test.each(['the link of the first email, after six days', 'a forgotten password'])(
    'gets in by %s, and has the booking, membership and points',
    async (way) => {
      const email = newAddress();
      const { booking_id: id } = dataOf(await sell(email));
      const { id: userId } = await server.database
        .selectFrom('app_user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const was = { was_member: false, was_monthly: '0' };
      const membership = {
        user_id: userId,
        ...was,
        is_member: true,
        monthly_points: '3',
        reason: 'Contract',
      };
      expect(await outcome(call(deskPaths.membership, membership, owner))).toBe('200');
      if (way === 'a forgotten password') await call(paths.forgotPassword, { email });
      else server.clock.now += 6 * 24 * HOUR;
      const token = await lastToken(email, 'reset');
      expect(await outcome(call(paths.resetPassword, { token, password: PASSWORD }))).toBe('200');
      const customer = await logIn(email);
      expect(customer.user_id).toBe(userId);
      expect((await bookings(customer)).map(([bookingId]) => bookingId)).toEqual([id]);
      expect(await detailsOf(customer)).toMatchObject({ monthly_limit: 3, email_confirmed: true });
    },
  );

  test('pays by a link that was sent before the account was handed over: booked, not refunded', async () => {
    const email = newAddress();
    const link = dataOf(
      await post<{ data: SentPaymentLink }>(server, deskPaths.makeLink, sale(email), { token: desk.access }),
    );
    await register(email);
    expect(await confirm({ token: await lastToken(email), password: PASSWORD })).toBe('200');
    await payLink(link);
    expect(await bookings(await logIn(email))).toEqual([[link.booking_id, 'confirmed']]);
    expect(await refunds()).toEqual([]);
  });
});

describe('an address that a stranger has registered and never confirmed', () => {
  test('gets nothing from the desk: each door names the account', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const named = { account: { user_id: stranger.user_id, name: 'Asha' } };
    expect((await sell(email)).body.error).toMatchObject({ code: 'email-unconfirmed', ...named });
    const points = { user_id: stranger.user_id, points: '20', balance: '0', reason: 'Contract' };
    const membership = {
      ...points,
      was_member: false,
      was_monthly: '0',
      is_member: true,
      monthly_points: '20',
    };
    for (const [path, fields] of [
      [deskPaths.makeLink, sale(email)],
      [deskPaths.grantPoints, points],
      [deskPaths.correctPoints, points],
      [deskPaths.membership, membership],
      [deskPaths.giveRole, { email, role: 'staff', reason: 'New colleague' }],
    ] as const) {
      const { status, body } = await call(path, fields, owner);
      expect([path, status, body.error?.code, body.error?.account?.user_id]).toEqual([
        path,
        409,
        'email-unconfirmed',
        stranger.user_id,
      ]);
    }
    expect(await bookings(stranger)).toEqual([]);
    expect(await detailsOf(stranger)).toMatchObject({ monthly_limit: 0, is_membership: false });
  });

  test('gets the confirmation again on the desk’s request, and is then sold to', async () => {
    const email = newAddress();
    const { user_id } = await join(email);
    expect(await outcome(call(deskPaths.confirmAgain, { user_id }, desk))).toBe('200');
    expect(await tokensTo(server, email, 'confirm-address')).toHaveLength(2);
    expect(await confirm({ token: await lastToken(email), password: PASSWORD })).toBe('200');
    expect((await sell(email)).status).toBe(200);
    expect(await outcome(call(deskPaths.confirmAgain, { user_id }, desk))).toBe('changed-meanwhile');
  });

  test('is taken from the stranger by the desk’s word: he sees, moves and cancels nothing of what is sold', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const own = await bookByCard(server, DAY, { start: 30, end: 32 }, stranger);
    const { booking_id: id } = dataOf(await sell(email, { takes_address: true }));
    expect(await bookings(stranger)).toEqual([[own.id, 'confirmed']]);
    expect((await get(server, `${paths.cancelTerms}?booking_id=${id}`, stranger.access)).status).toBe(404);
    expect(await outcome(call(paths.cancel, { booking_id: id, refund: '592.36' }, stranger))).toBe(
      'not-found',
    );
    const audited = await server.database
      .selectFrom('audit_entry')
      .select(['action', 'subject_id'])
      .where('action', '=', 'address taken from an account')
      .execute();
    expect(audited).toContainEqual({ action: 'address taken from an account', subject_id: stranger.user_id });
    // The stranger's own booking stays with its session, and the customer can sign in.
    expect(
      await outcome(call(paths.resetPassword, { token: await lastToken(email, 'reset'), password: OTHER })),
    ).toBe('200');
    expect(await bookings(await logIn(email, OTHER))).toEqual([[id, 'confirmed']]);
  });
});

describe('the link that asks whether an account belongs to the address', () => {
  test('confirms it for the browser that registered, and ends the other sessions', async () => {
    const email = newAddress();
    const own = await join(email);
    const other = await logIn(email);
    const token = await lastToken(email);
    expect(await readLink(token, own)).toMatchObject({ action: 'confirm', is_own: true });
    expect(await confirm({ token }, own)).toBe('200');
    expect((await detailsOf(own)).email_confirmed).toBe(true);
    expect(await outcome(call(paths.refresh, { token: other.refresh }))).toBe('unauthenticated');
  });

  test('confirms it nowhere else without the account’s password', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const token = await lastToken(email);
    expect(await readLink(token)).toMatchObject({ action: 'confirm', is_own: false });
    expect(await confirm({ token })).toBe('wrong-password');
    expect(await confirm({ token }, server.guest)).toBe('wrong-password');
    expect(await confirm({ token, password: OTHER })).toBe('wrong-password');
    expect((await detailsOf(stranger)).email_confirmed).toBe(false);
    expect(await confirm({ token, password: PASSWORD })).toBe('200');
    expect(await confirm({ token, password: PASSWORD })).toBe('link-over');
  });

  test('gives the account to the owner of the address with a new password, and the stranger’s sessions end', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const token = await lastToken(email);
    expect(await outcome(call(paths.claimAccount, { token, password: OTHER }))).toBe('200');
    expect(await outcome(call(paths.refresh, { token: stranger.refresh }))).toBe('unauthenticated');
    expect(await outcome(call(paths.login, { email, password: PASSWORD }))).toBe('wrong-credentials');
    expect((await logIn(email, OTHER)).user_id).toBe(stranger.user_id);
  });

  test('"this was not me": an empty account is closed, and the address can be registered', async () => {
    const email = newAddress();
    const stranger = await join(email);
    expect(await outcome(call(paths.disown, { token: await lastToken(email) }))).toBe('200');
    expect(await outcome(call(paths.refresh, { token: stranger.refresh }))).toBe('unauthenticated');
    expect((await join(email, OTHER)).user_id).not.toBe(stranger.user_id);
  });

  test('says that it is over after the account was closed, and confirms nothing', async () => {
    const email = newAddress();
    const user = await join(email);
    const token = await lastToken(email);
    expect(await outcome(call(paths.closeAccount, { password: PASSWORD }, user))).toBe('200');
    expect(await confirm({ token, password: PASSWORD })).toBe('link-over');
    expect(await outcome(call(paths.readLink, { token }))).toBe('link-over');
  });
});

describe('an address that is registered twice', () => {
  /** A booking that a visitor paid before the address was confirmed. */
  async function paidByStranger() {
    const email = newAddress();
    const stranger = await join(email);
    const booking = await bookByCard(server, DAY, MORNING, stranger);
    return { email, stranger, booking };
  }

  test.each([
    ['with the same password', PASSWORD, false],
    ['from the browser that is signed in', OTHER, true],
  ])('%s is confirmed by its link, with the bookings', async (_case, password, isSignedIn) => {
    const { email, stranger, booking } = await paidByStranger();
    expect(await outcome(register(email, password, isSignedIn ? stranger : undefined))).toBe(
      'email-unconfirmed',
    );
    const token = await lastToken(email);
    expect(await readLink(token, stranger)).toMatchObject({ action: 'confirm', is_own: true });
    expect(await confirm({ token }, stranger)).toBe('200');
    expect(await bookings(await logIn(email))).toEqual([[booking.id, 'confirmed']]);
  });

  test('keeps the bookings for its owner, who says that they are his', async () => {
    const { email, stranger, booking } = await paidByStranger();
    await register(email, OTHER);
    const token = await lastToken(email);
    expect(await readLink(token)).toMatchObject({ account: { bookings: 1, holds_anything: true } });
    expect(await confirm({ token, password: OTHER })).toBe('earlier-account');
    expect(await confirm({ token, password: OTHER, earlier: 'keep' })).toBe('200');
    expect(await bookings(await logIn(email, OTHER))).toEqual([[booking.id, 'confirmed']]);
    expect(await outcome(call(paths.refresh, { token: stranger.refresh }))).toBe('unauthenticated');
  });

  test('leaves the bookings to the one who paid them, who cancels, is refunded, and enters another address', async () => {
    const { email, stranger, booking } = await paidByStranger();
    await register(email, OTHER);
    expect(await confirm({ token: await lastToken(email), password: OTHER, earlier: 'release' })).toBe('200');
    expect(await bookings(await logIn(email, OTHER))).toEqual([]);
    expect(await bookings(stranger)).toEqual([[booking.id, 'confirmed']]);
    expect(await detailsOf(stranger)).toMatchObject({ email: '' });
    // The desk's "send again" says that there is nobody to send it to, unless something is about money.
    expect(await outcome(call(deskPaths.resendEmails, { booking_id: booking.id }, desk))).toBe(
      'no-recipient',
    );
    const terms = dataOf(
      await get<{ data: { refund: string } }>(
        server,
        `${paths.cancelTerms}?booking_id=${booking.id}`,
        stranger.access,
      ),
    );
    expect(
      await outcome(call(paths.cancel, { booking_id: booking.id, refund: terms.refund }, stranger)),
    ).toBe('200');
    await processRefunds(server.payments);
    expect(await refunds()).toEqual([{ amount_paise: expect.any(Number), reason: 'cancelled' }]);
    const next = newAddress();
    expect(await outcome(call(paths.changeAddress, { email: next, password: PASSWORD }, stranger))).toBe(
      '200',
    );
    expect(await confirm({ token: await lastToken(next) }, stranger)).toBe('200');
    expect((await logIn(next)).user_id).toBe(stranger.user_id);
    expect(await detailsOf(stranger)).toMatchObject({ email: next, email_confirmed: true });
  });

  test('and paid after the address has gone: the booking is kept, never refunded as of a closed account', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const created = dataOf(await create(server, MORNING, { user: stranger }));
    await register(email, OTHER);
    expect(await confirm({ token: await lastToken(email), password: OTHER, earlier: 'release' })).toBe('200');
    const paid = await pay(server, created);
    dataOf(await complete(server, created, paid, { user: stranger }));
    expect(await bookings(stranger)).toEqual([[created.notes[2].booking_id, 'confirmed']]);
    expect(await refunds()).toEqual([]);
  });

  test('"this was not me" ends only that registration', async () => {
    const { email, stranger, booking } = await paidByStranger();
    await register(email, OTHER);
    const token = await lastToken(email);
    expect(await outcome(call(paths.disown, { token }))).toBe('200');
    expect(await confirm({ token, password: OTHER, earlier: 'keep' })).toBe('link-over');
    expect(await bookings(stranger)).toEqual([[booking.id, 'confirmed']]);
    expect((await logIn(email)).user_id).toBe(stranger.user_id);
  });
});

describe('a change to an address', () => {
  test('of somebody’s unproven account needs the changing account, and leaves the other its paid booking', async () => {
    const email = newAddress();
    const stranger = await join(email);
    const booking = await bookByCard(server, DAY, MORNING, stranger);
    const user = await join(newAddress());
    await call(paths.changeAddress, { email, password: PASSWORD }, user);
    const token = await lastToken(email);
    expect(await readLink(token)).toMatchObject({ action: 'change', is_own: false });
    expect(await confirm({ token }, stranger)).toBe('wrong-password');
    expect(await confirm({ token }, user)).toBe('200');
    expect(await detailsOf(user)).toMatchObject({ email });
    expect(await bookings(stranger)).toEqual([[booking.id, 'confirmed']]);
  });

  test('of an account that the desk made sends its customer the way in instead', async () => {
    const email = newAddress();
    const { booking_id: id } = dataOf(await sell(email));
    const user = await join(newAddress());
    await server.database.deleteFrom('letter').execute();
    expect(await outcome(call(paths.changeAddress, { email, password: PASSWORD }, user))).toBe('200');
    expect(await tokensTo(server, email, 'confirm-address')).toEqual([]);
    const token = await lastToken(email, 'reset');
    expect(await outcome(call(paths.resetPassword, { token, password: OTHER }))).toBe('200');
    expect(await bookings(await logIn(email, OTHER))).toEqual([[id, 'confirmed']]);
  });

  test('makes the earlier link of the account end: the links in the wrong order lose nothing', async () => {
    const email = newAddress();
    const user = await join(email);
    const first = await lastToken(email);
    const next = newAddress();
    await call(paths.changeAddress, { email: next, password: PASSWORD }, user);
    expect(await confirm({ token: first }, user)).toBe('link-over');
    expect(await confirm({ token: await lastToken(next) }, user)).toBe('200');
    expect(await confirm({ token: await lastToken(next) }, user)).toBe('link-over');
    expect(await detailsOf(user)).toMatchObject({ email: next, email_confirmed: true });
  });
});
