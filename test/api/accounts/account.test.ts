import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DevicesResponse, ExportResponse } from '../../../contract/account/account.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { RefreshResponse } from '../../../contract/account/session.ts';
import { bookingCodes } from '../../../domain/bookings/bookingStates.ts';
import { eraseClosedAddresses } from '../../../server/profile/eraseOldData.ts';
import { deviceName } from '../../../server/account/session/deviceName.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { bookingFields, get, post, send, type ErrorResponse, type SignedIn } from '../client.ts';
import { emailsTo } from '../linkInEmail.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const PASSWORD = 'the old one';
const TWO_WEEKS = 14 * 24 * 3_600_000;
let people = 0;

/** Registers a new account, which is signed in by its registration. */
async function join(more: { website?: string } = {}): Promise<SignedIn & { email: string }> {
  people += 1;
  const email = `person${people}@example.com`;
  const { status, body } = await post<{ session: SignedIn }>(server, paths.register, {
    first_name: 'Anu',
    email,
    password: PASSWORD,
    phone: '+919840054321',
    ...more,
  });
  expect(status).toBe(201);
  return { ...body.session, email };
}
const login = (email: string, password: string, userAgent = SAFARI) =>
  send<SignedIn>(server, paths.login, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
  });
const refresh = (token: string) => post<RefreshResponse>(server, paths.refresh, { token });
const details = (user: SignedIn) =>
  get<MemberDetailsResponse>(server, `${paths.memberDetails}?uid=${user.user_id}`, user.access);
const devices = async (token: string) => (await get<DevicesResponse>(server, paths.devices, token)).body.data;
const as = ({ access }: SignedIn) => ({ token: access });
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as ErrorResponse['body']).error.code,
];

const billing = ({ user_id }: SignedIn) => ({
  user_id,
  name: 'Meera Traders',
  state: '33' as const,
  updated_at: new Date(START),
});

describe('registering', () => {
  test('signs in: the tokens of the response are those of a session', async () => {
    const user = await join();
    expect((await details(user)).status).toBe(200);
    expect((await refresh(user.refresh)).status).toBe(200);
  });

  test.each(['Anu\r\nBcc: evil@example.com', 'Anu\u2028Krishnan'])(
    'refuses %j as a name, which could inject a header into an email',
    async (first_name) => {
      const response = (await post(server, paths.register, {
        first_name,
        email: 'header@example.com',
        password: PASSWORD,
        phone: '+919840054321',
      })) as ErrorResponse;
      expect([...codeOf(response), Object.keys(response.body.error.fields ?? {})]).toEqual([
        400,
        'bad-input',
        ['first_name'],
      ]);
    },
  );
});

describe('editing the details', () => {
  const changed = {
    first_name: 'Anuradha',
    last_name: 'Krishnan',
    phone: '+91 98400 11111',
    company_name: 'Anu & Co',
    website: 'anu.example',
    business_type: 'finance',
  };

  test('changes them, and empties omitted fields', async () => {
    const user = await join();
    expect((await post(server, paths.updateDetails, changed, as(user))).status).toBe(200);
    expect((await details(user)).body.data).toMatchObject({ ...changed, phone: '+919840011111' });
    const { first_name, phone } = changed;
    await post(server, paths.updateDetails, { first_name, phone }, as(user));
    expect((await details(user)).body.data).toMatchObject({ last_name: '', company_name: '', website: '' });
  });

  test.each([
    ['no first name', { first_name: ' ' }, 'first_name'],
    ['a phone number of no country', { phone: '12345' }, 'phone'],
    ['a line break in the company', { company_name: 'Anu\r\nBcc: evil@example.com' }, 'company_name'],
    ['an unknown business type', { business_type: 'piracy' }, 'business_type'],
    ['a script as website', { website: 'javascript:alert(1)' }, 'website'],
    ['another site before the @', { website: 'https://litrooms.in@evil.example' }, 'website'],
    ['a website that is not an address', { website: 'on the corner' }, 'website'],
  ])('with %s is refused, naming the field', async (_case, wrong, field) => {
    const user = await join();
    const response = (await post(
      server,
      paths.updateDetails,
      { ...changed, ...wrong },
      as(user),
    )) as ErrorResponse;
    expect([response.status, Object.keys(response.body.error.fields ?? {})]).toEqual([400, [field]]);
    expect((await details(user)).body.data.first_name).toBe('Anu');
  });

  test('keeps a website that registration accepted although it is not an address, and refuses another one', async () => {
    const user = await join({ website: 'on the corner' });
    const edit = (website: string) => post(server, paths.updateDetails, { ...changed, website }, as(user));
    expect((await edit('on the corner')).status).toBe(200);
    expect((await details(user)).body.data).toMatchObject({
      first_name: 'Anuradha',
      website: 'on the corner',
    });
    expect((await edit('round the corner')).status).toBe(400);
    await edit('');
    expect((await edit('on the corner')).status).toBe(400);
  });

  test('cannot change the address, membership or points', async () => {
    const user = await join();
    await post(
      server,
      paths.updateDetails,
      { ...changed, email: 'other@example.com', is_member: true, half_points: 90 },
      as(user),
    );
    expect((await details(user)).body.data).toMatchObject({
      email: user.email,
      is_membership: false,
      monthly_limit: 0,
    });
  });
});

describe('changing the password', () => {
  const change = (user: SignedIn, password = PASSWORD) =>
    post(server, paths.changePassword, { password, new_password: 'the new one' }, as(user));

  test('ends all other sessions, keeps this one, and is reported by an email', async () => {
    const user = await join();
    const { body: elsewhere } = await login(user.email, PASSWORD);
    expect((await change(user)).status).toBe(200);
    expect((await refresh(elsewhere.refresh)).status).toBe(401);
    expect((await refresh(user.refresh)).status).toBe(200);
    expect(codeOf(await login(user.email, PASSWORD))).toEqual([401, 'wrong-credentials']);
    expect((await login(user.email, 'the new one')).status).toBe(200);
    expect((await emailsTo(server, user.email)).map(({ kind }) => kind)).toEqual([
      'confirm-address',
      'password-changed',
    ]);
  });

  test('requires the current one', async () => {
    const user = await join();
    expect(codeOf(await change(user, 'a guess'))).toEqual([403, 'wrong-password']);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  test('is refused with an access token whose session has ended', async () => {
    const user = await join();
    await post(server, paths.signOut, { token: user.refresh });
    expect(codeOf(await change(user))).toEqual([401, 'unauthenticated']);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  test('of two concurrent changes one succeeds', async () => {
    const user = await join();
    /** Waits until both changes have checked the password and wait for the user's row. */
    const untilBothWait = async () => {
      await expect
        .poll(async () => {
          const waiting = sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return (await waiting.execute(server.database)).rows.length;
        })
        .toBe(2);
    };
    const changes = await server.database.transaction().execute(async (tx) => {
      await tx.selectFrom('app_user').select('id').where('email', '=', user.email).forUpdate().execute();
      const started = [change(user), change(user)];
      await untilBothWait();
      return { started };
    });
    const responses = await Promise.all(changes.started);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });
});

describe('guessing the password of a signed-in user', () => {
  test('is limited like signing in', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_LOGIN: '3' } });
    try {
      const { body } = await post<{ session: SignedIn }>(limited, paths.register, {
        first_name: 'Anu',
        email: 'guessed@example.com',
        password: PASSWORD,
        phone: '+919840054321',
      });
      const guess = () =>
        post(limited, paths.closeAccount, { password: 'a guess' }, { token: body.session.access });
      const responses = [await guess(), await guess(), await guess(), await guess()];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 429]);
      expect(responses[3]?.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await limited.close();
    }
  });
});

describe('devices', () => {
  test('are listed with a coarse name and their times, the current one first', async () => {
    const user = await join();
    server.clock.now = START + 60_000;
    const { body: phone } = await login(user.email, PASSWORD, CHROME);
    server.clock.now = START + 120_000;
    const { body: laptop } = await login(user.email, PASSWORD);
    server.clock.now = START + 180_000;
    const { body: renewed } = await refresh(phone.refresh);
    const list = await devices(laptop.access);
    server.clock.now = START;
    expect(list.map(({ id: _id, ...device }) => device)).toEqual([
      {
        device: 'Safari on macOS',
        signed_in_at: new Date(START + 120_000).toISOString(),
        last_used_at: new Date(START + 120_000).toISOString(),
        is_current: true,
      },
      {
        device: 'Chrome on Android',
        signed_in_at: new Date(START + 60_000).toISOString(),
        last_used_at: new Date(START + 180_000).toISOString(),
        is_current: false,
      },
      {
        device: 'Unknown device',
        signed_in_at: new Date(START).toISOString(),
        last_used_at: new Date(START).toISOString(),
        is_current: false,
      },
    ]);
    // The renewed token belongs to the same session.
    expect((await devices(renewed.accessToken)).find(({ is_current }) => is_current)?.device).toBe(
      'Chrome on Android',
    );
  });

  test('are signed out one by one', async () => {
    const user = await join();
    const { body: phone } = await login(user.email, PASSWORD, CHROME);
    const id = (await devices(user.access)).find(({ is_current }) => !is_current)?.id;
    expect((await post(server, paths.signOutDevice, { id }, as(user))).status).toBe(200);
    expect((await refresh(phone.refresh)).status).toBe(401);
    expect((await devices(user.access)).map(({ is_current }) => is_current)).toEqual([true]);
    expect(codeOf(await post(server, paths.signOutDevice, { id }, as(user)))).toEqual([404, 'not-found']);
  });

  test('of another user are not found', async () => {
    const [user, other] = [await join(), await join()];
    const [device] = await devices(other.access);
    expect(codeOf(await post(server, paths.signOutDevice, { id: device?.id }, as(user)))).toEqual([
      404,
      'not-found',
    ]);
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  test('are signed out all at once, except the current one', async () => {
    const user = await join();
    const { body: phone } = await login(user.email, PASSWORD, CHROME);
    await post(server, paths.signOutOthers, {}, as(user));
    expect((await refresh(phone.refresh)).status).toBe(401);
    expect((await refresh(user.refresh)).status).toBe(200);
  });

  test.each([
    [CHROME, 'Chrome on Android'],
    [SAFARI, 'Safari on macOS'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36 Edg/126.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) CriOS/126.0 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0', 'Firefox on Linux'],
    ['<script>alert(1)</script>', null],
    [undefined, null],
  ])('%j is %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('the export', () => {
  test('is a file with everything about the user, and nothing secret', async () => {
    const { body: member } = await post<SignedIn>(server, paths.login, {
      email: 'member@example.com',
      password: 'Member-2025!',
    });
    await post(server, paths.enquire, {
      name: 'Meera',
      email: 'Member@example.com',
      phone: '98400 12345',
      enquire_for: 'EVENTS',
    });
    await server.database.insertInto('billing_details').values(billing(member)).execute();
    const fields = bookingFields(member, 1, '2025-11-24', { start: 44, end: 46 });
    const booked = await post<{ data: { booking_id: string } }>(server, paths.book, fields, as(member));
    const { headers, body } = await get<ExportResponse>(server, paths.exportData, member.access);
    expect(headers.get('content-disposition')).toBe('attachment; filename="litrooms-data.json"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.account).toMatchObject({ email: 'member@example.com', lit_points: 19 });
    expect(body.bookings.find(({ id }) => id === booked.body.data.booking_id)).toMatchObject({
      room_name: expect.any(String),
      booking_date: '2025-11-24',
      starts_at: '22:00:00',
      ends_at: '23:00:00',
      points: 1,
    });
    expect(body.enquiries).toMatchObject([{ enquire_for: 'EVENTS' }]);
    expect(body.devices).not.toEqual([]);
    expect(body.billing).toMatchObject({ name: 'Meera Traders', state: '33' });
    expect(body.papers).toEqual([]);
    const users = await server.database.selectFrom('app_user').select('password_hash').execute();
    for (const { password_hash } of users) expect(JSON.stringify(body)).not.toContain(password_hash);
  });

  test('contains enquiries only for the confirmed owner of their address', async () => {
    const user = await join();
    await post(server, paths.enquire, {
      name: 'A stranger',
      email: user.email,
      phone: '98400 12345',
      enquire_for: 'EVENTS',
    });
    expect((await get<ExportResponse>(server, paths.exportData, user.access)).body.enquiries).toEqual([]);
  });

  test('requires a session', async () => {
    expect((await get(server, paths.exportData)).status).toBe(401);
  });
});

describe('closing the account', () => {
  const close = (user: SignedIn, password = PASSWORD) =>
    post(server, paths.closeAccount, { password }, as(user));
  const row = (user: SignedIn) =>
    server.database.selectFrom('app_user').selectAll().where('id', '=', user.user_id).executeTakeFirst();

  /** Registers a member who has booked one hour on a day. */
  async function withBooking(day: string, start: number): Promise<SignedIn & { email: string }> {
    const user = await join();
    await server.database
      .updateTable('app_user')
      .set({ is_member: true })
      .where('id', '=', user.user_id)
      .execute();
    await setHalfPoints(server.database, 10, user.user_id);
    const fields = bookingFields(user, 2, day, { start, end: start + 2 });
    expect((await post(server, paths.book, fields, as(user))).status).toBe(200);
    return user;
  }

  test('erases the person, ends every session and frees the address', async () => {
    const user = await join();
    const { body: phone } = await login(user.email, PASSWORD, CHROME);
    await server.database.insertInto('billing_details').values(billing(user)).execute();
    await server.database
      .insertInto('calendar_feed')
      .values({ user_id: user.user_id, secret_hash: user.user_id, created_at: new Date(START) })
      .execute();
    await server.database.updateTable('letter').set({ state: 'sent' }).execute();
    expect((await close(user)).status).toBe(200);
    expect(await row(user)).toMatchObject({
      email: `none:${user.user_id}`,
      password_hash: '',
      first_name: '',
      phone: '',
      company_name: null,
      is_blocked: true,
      closing_email: user.email,
    });
    await eraseClosedAddresses(server.database, START + TWO_WEEKS);
    expect(await row(user)).toMatchObject({ closing_email: user.email });
    await eraseClosedAddresses(server.database, START + TWO_WEEKS + 1);
    expect(await row(user)).toMatchObject({ closing_email: null });
    for (const { refresh: token } of [user, phone]) expect((await refresh(token)).status).toBe(401);
    expect((await details(user)).status).toBe(401);
    expect(codeOf(await close(user))).toEqual([401, 'unauthenticated']);
    expect(codeOf(await login(user.email, PASSWORD))).toEqual([401, 'wrong-credentials']);
    expect(await emailsTo(server, user.email)).toEqual([]);
    const again = await post(server, paths.register, {
      first_name: 'Somebody',
      email: user.email,
      password: 'another one',
      phone: '+919840054321',
    });
    expect(again.status).toBe(201);
    const links = await server.database.selectFrom('account_link').select('user_id').execute();
    const billed = await server.database.selectFrom('billing_details').select('user_id').execute();
    const feeds = await server.database.selectFrom('calendar_feed').select('user_id').execute();
    expect([...links, ...billed, ...feeds].map(({ user_id }) => user_id)).not.toContain(user.user_id);
  });

  test('requires the password', async () => {
    const user = await join();
    expect(codeOf(await close(user, 'a guess'))).toEqual([403, 'wrong-password']);
    expect((await details(user)).status).toBe(200);
  });

  test('is refused while bookings are upcoming, and keeps past ones', async () => {
    const user = await withBooking('2025-11-25', 20);
    expect(codeOf(await close(user))).toEqual([409, 'bookings-ahead']);
    expect((await details(user)).status).toBe(200);
    server.clock.now = Date.parse('2025-11-25T05:29:59Z');
    const { body: later } = await login(user.email, PASSWORD);
    expect(codeOf(await close(later))).toEqual([409, 'bookings-ahead']);
    server.clock.now = Date.parse('2025-11-25T05:30:00Z');
    expect((await close(later)).status).toBe(200);
    server.clock.now = START;
    const bookings = await server.database
      .selectFrom('booking')
      .select('status')
      .where('user_id', '=', user.user_id)
      .execute();
    expect(bookings).toEqual([{ status: 'confirmed' }]);
  });

  test('is refused while an unpaid booking is held', async () => {
    const user = await join();
    await server.database
      .insertInto('booking')
      .values({
        user_id: user.user_id,
        room_id: 3,
        day: '2025-11-26',
        start_slot: 20,
        end_slot: 22,
        status: 'held',
        paid_with: 'card',
        total_paise: 118_000,
        hold_expires_at: new Date(START + 60_000),
      })
      .execute();
    expect(codeOf(await close(user))).toEqual([409, 'bookings-ahead']);
    server.clock.now = START + 60_000;
    expect((await close(user)).status).toBe(200);
    server.clock.now = START;
  });

  test('removes waiting list entries and releases their holds; the export contains the entries before', async () => {
    const user = await join();
    const at = { user_id: user.user_id, room_id: 3, day: '2025-11-26', start_slot: 30, end_slot: 32 };
    const hold = await server.database
      .insertInto('booking')
      .values({
        ...at,
        status: 'held',
        paid_with: 'card',
        total_paise: 118_000,
        hold_expires_at: new Date(START + 1_800_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.database
      .insertInto('waitlist_entry')
      .values({
        ...at,
        state: 'offered',
        offered_until: new Date(START + 1_800_000),
        booking_id: hold.id,
        token_hash: 'of-the-one-who-closes',
        queued_at: new Date(START),
        next_try_at: new Date(START),
      })
      .execute();
    const { body } = await get<ExportResponse>(server, paths.exportData, user.access);
    expect(body.waitlist).toMatchObject([
      { booking_date: '2025-11-26', starts_at: '15:00:00', ends_at: '16:00:00', state: 'offered' },
    ]);
    expect(JSON.stringify(body)).not.toContain('of-the-one-who-closes');
    expect((await close(user)).status).toBe(200);
    const waiting = await server.database
      .selectFrom('waitlist_entry')
      .select('id')
      .where('user_id', '=', user.user_id)
      .execute();
    expect(waiting).toEqual([]);
    const bookings = await server.database
      .selectFrom('booking')
      .select('status')
      .where('user_id', '=', user.user_id)
      .execute();
    expect(bookings).toEqual([{ status: bookingCodes.released }]);
  });

  test('makes booking impossible with an access token that is still valid', async () => {
    const member = await join();
    await server.database
      .updateTable('app_user')
      .set({ is_member: true })
      .where('id', '=', member.user_id)
      .execute();
    await setHalfPoints(server.database, 10, member.user_id);
    expect((await close(member)).status).toBe(200);
    const fields = bookingFields(member, 2, '2025-11-27', { start: 20, end: 22 });
    expect(codeOf(await post(server, paths.book, fields, as(member)))).toEqual([401, 'unauthenticated']);
  });

  test('concurrently with a booking, either the booking or the closing succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await join();
      await server.database
        .updateTable('app_user')
        .set({ is_member: true })
        .where('id', '=', user.user_id)
        .execute();
      await setHalfPoints(server.database, 10, user.user_id);
      const fields = bookingFields(user, 4, '2025-11-28', { start: round * 2, end: round * 2 + 2 });
      const responses = await Promise.all([close(user), post(server, paths.book, fields, as(user))]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });
});
