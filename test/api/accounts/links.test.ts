import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkDetails } from '../../../contract/account/links.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import { createLinks } from '../../../server/account/address/links.ts';
import { buildApp } from '../../../server/app.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { accounts, get, post, type ApiResponse, type ErrorResponse, type SignedIn } from '../client.ts';
import { closedGateway } from '../closedGateway.ts';
import { emailsOf, emailsTo, tokensTo } from '../linkInEmail.ts';
import { startServer, type TestServer } from '../startServer.ts';

/* Links in emails: forgotten passwords, confirmed addresses, and accounts that lose their unconfirmed address. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD = 'the first one';

let server: TestServer;
/** Another server process on the same database. */
let secondServer: TestServer;
const log: string[] = [];

beforeAll(async () => {
  server = await startServer({
    env: { LOG_LEVEL: 'info', REFRESH_TOKEN_SECRET: 'r'.repeat(16) + 'ABCDEFGHIJKLMNOP' },
    logTo: { write: (line) => void log.push(line) },
  });
  const app = await buildApp({
    config: { ...server.config, logLevel: 'silent' },
    database: server.database,
    gateway: closedGateway,
    now: () => server.clock.now,
    siteRoot: resolve('no-site'),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  secondServer = { ...server, app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
});
afterAll(async () => {
  await secondServer.app.close();
  await server.close();
});

let people = 0;
const address = (): string => {
  people += 1;
  return `person${people}@example.com`;
};
const register = (email: string, password = PASSWORD, first_name = 'Anu') =>
  post<{ session: SignedIn }>(server, paths.register, {
    first_name,
    email,
    password,
    phone: '+919840054321',
  });
async function join(email = address()): Promise<SignedIn & { email: string }> {
  const { status, body } = await register(email);
  expect(status).toBe(201);
  return { ...body.session, email };
}
const login = (email: string, password: string) => post<SignedIn>(server, paths.login, { email, password });
const refresh = (token: string) => post(server, paths.refresh, { token });
const forgot = (email: string, at = server) => post(at, paths.forgotPassword, { email });
const reset = (token: string, password = 'the second one', at = server) =>
  post(at, paths.resetPassword, { token, password });
const readLink = (token: string, user?: SignedIn) =>
  post<{ data: LinkDetails }>(server, paths.readLink, { token }, { token: user?.access });
/** `password`: of the account, or of the registration. */
const confirm = (token: string, password = PASSWORD) =>
  post<{ data: object }>(server, paths.confirmAddress, { token, password });
const details = async (user: SignedIn) =>
  (await get<MemberDetailsResponse>(server, `${paths.memberDetails}?uid=${user.user_id}`, user.access)).body
    .data;
const codeOf = ({ status, body }: ApiResponse) => [status, (body as ErrorResponse['body']).error.code];
const LINK_EXPIRED = [410, 'link-over'];

async function lastToken(email: string, purpose: 'reset' | 'confirm-address'): Promise<string> {
  const token = (await tokensTo(server, email, purpose)).at(-1);
  if (token === undefined) throw new Error(`no email to ${email}`);
  return token;
}
/** Requests a link to set a new password. */
async function requestReset(email: string, at = server): Promise<string> {
  server.clock.now += 1;
  expect((await forgot(email, at)).status).toBe(200);
  return lastToken(email, 'reset');
}
async function joinConfirmed(email = address()): Promise<SignedIn & { email: string }> {
  const user = await join(email);
  expect((await confirm(await lastToken(email, 'confirm-address'))).status).toBe(200);
  return user;
}

describe('a forgotten password', () => {
  test('is replaced by the link of an email; all sessions are revoked, none starts, and an email reports the change', async () => {
    const user = await join();
    const { body: elsewhere } = await login(user.email, PASSWORD);
    const token = await requestReset(user.email);
    expect((await readLink(token)).body.data).toMatchObject({ action: 'reset', email: user.email });
    const response = await reset(token);
    expect([response.status, response.body]).toEqual([200, { data: { reset: true } }]);
    expect(codeOf(await login(user.email, PASSWORD))).toEqual([401, 'wrong-credentials']);
    expect((await login(user.email, 'the second one')).status).toBe(200);
    for (const session of [user, elsewhere]) expect((await refresh(session.refresh)).status).toBe(401);
    expect((await emailsTo(server, user.email)).at(-1)?.kind).toBe('password-changed');
  });

  test('proves the address: the account is confirmed', async () => {
    const user = await join();
    await reset(await requestReset(user.email));
    expect(codeOf(await register(user.email))).toEqual([409, 'email-taken']);
  });

  test('has a token of at least 128 bits, of which only the hash is stored', async () => {
    const user = await join();
    const token = await requestReset(user.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = await server.database.selectFrom('account_link').selectAll().execute();
    const emails = await server.database.selectFrom('letter').selectAll().execute();
    expect(JSON.stringify([rows, emails])).not.toContain(token);
    expect(log.join('')).not.toContain(token);
  });

  test('is not replaced twice by one link', async () => {
    const { email } = await join();
    const token = await requestReset(email);
    await reset(token);
    expect(codeOf(await reset(token, 'a third one'))).toEqual(LINK_EXPIRED);
    expect(codeOf(await readLink(token))).toEqual(LINK_EXPIRED);
    expect((await login(email, 'the second one')).status).toBe(200);
  });

  test('is replaced once by a link that two servers receive at once', async () => {
    const { email } = await join();
    const token = await requestReset(email);
    const responses = await Promise.all([
      reset(token, 'that of one'),
      reset(token, 'that of two', secondServer),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    const winner = responses[0].status === 200 ? 'that of one' : 'that of two';
    expect((await login(email, winner)).status).toBe(200);
  });

  test('is not replaced after thirty minutes', async () => {
    const { email } = await join();
    const token = await requestReset(email);
    server.clock.now += 30 * MINUTE - 1;
    expect((await readLink(token)).status).toBe(200);
    server.clock.now += 1;
    expect(codeOf(await reset(token))).toEqual(LINK_EXPIRED);
    expect(codeOf(await readLink(token))).toEqual(LINK_EXPIRED);
    expect((await login(email, PASSWORD)).status).toBe(200);
    // The link can expire while the new password is hashed.
    const links = createLinks(server.database, server.config, () => server.clock.now);
    const use = () => inTransaction(server.database, (tx) => links.use(tx, 'reset', token));
    expect(await use()).toBeUndefined();
    server.clock.now -= 1;
    expect(await use()).toMatchObject({ email });
  });

  test('is replaced by the newest link only, also when another server created it', async () => {
    const { email } = await join();
    const first = await requestReset(email);
    const second = await requestReset(email, secondServer);
    expect(second).not.toBe(first);
    expect(codeOf(await reset(first))).toEqual(LINK_EXPIRED);
    expect((await reset(second)).status).toBe(200);
  });

  test.each([
    ['a guess', 'A'.repeat(43)],
    ['a quote', "' or true --"],
    ['another script', 'இரகசியம்'],
  ])('is not replaced by %s', async (_case, token) => {
    expect(codeOf(await reset(token))).toEqual(LINK_EXPIRED);
    expect(codeOf(await readLink(token))).toEqual(LINK_EXPIRED);
  });

  test.each(['', ' '.repeat(101)])('needs a token (%j) and a password', async (token) => {
    expect(codeOf(await reset(token))).toEqual([400, 'bad-input']);
    expect(codeOf(await reset('A'.repeat(43), ''))).toEqual([400, 'bad-input']);
  });

  test('is not replaced by a link that confirms an address, and the reverse', async () => {
    const { email } = await join();
    const confirmation = await lastToken(email, 'confirm-address');
    const token = await requestReset(email);
    expect(codeOf(await reset(confirmation))).toEqual(LINK_EXPIRED);
    expect(codeOf(await confirm(token))).toEqual(LINK_EXPIRED);
  });

  test('is not changed by GET requests', async () => {
    const { email } = await join();
    const token = await requestReset(email);
    for (const path of [paths.resetPassword, paths.readLink, paths.confirmAddress, paths.forgotPassword]) {
      expect((await get(server, `${path}?token=${token}&password=x&email=${email}`)).status).toBe(404);
    }
    expect((await reset(token)).status).toBe(200);
  });

  test('revokes the other links of the account, such as one that was sent to a stranger’s address', async () => {
    const owner = await joinConfirmed();
    const strangersAddress = address();
    const fields = { email: strangersAddress, password: PASSWORD };
    await post(server, paths.changeAddress, fields, { token: owner.access });
    const strangers = await lastToken(strangersAddress, 'confirm-address');
    await reset(await requestReset(owner.email));
    expect(codeOf(await confirm(strangers))).toEqual(LINK_EXPIRED);
  });

  test('revokes the sessions of concurrent sign-ins with the old password', async () => {
    const { email } = await join();
    const token = await requestReset(email);
    const responses = await Promise.all([
      ...Array.from({ length: 6 }, () => login(email, PASSWORD)),
      reset(token),
    ]);
    const signedIn = responses.filter(({ status, body }) => status === 200 && 'refresh' in (body as object));
    const renewed = await Promise.all(signedIn.map(({ body }) => refresh((body as SignedIn).refresh)));
    expect(renewed.filter(({ status }) => status !== 401)).toEqual([]);
    expect((await login(email, 'the second one')).status).toBe(200);
  });
});

describe('requesting a link', () => {
  const comparable = ({ status, body, headers }: ApiResponse) => ({
    status,
    body,
    headers: [...headers.keys()].filter((name) => name !== 'date').toSorted(),
  });
  /** Rows that `work` adds, by table. */
  async function countWrites(work: () => Promise<unknown>): Promise<{ links: number; emails: number }> {
    const count = async () => {
      const links = await server.database.selectFrom('account_link').select('id').execute();
      const emails = await server.database.selectFrom('letter').select('dedupe_key').execute();
      return { links: links.length, emails: emails.length };
    };
    const before = await count();
    await work();
    const after = await count();
    return { links: after.links - before.links, emails: after.emails - before.emails };
  }

  test('has the same response and the same number of writes for every address', async () => {
    const { email } = await join();
    expect(comparable(await forgot('nobody-1@example.com'))).toEqual(comparable(await forgot(email)));
    const known = await countWrites(() => forgot(accounts.guest.email));
    const unknown = await countWrites(() => forgot('nobody-2@example.com'));
    expect(known).toEqual({ links: 1, emails: 1 });
    expect(unknown).toEqual(known);
  });

  test('sends no email to an unknown address', async () => {
    await forgot('nobody-3@example.com');
    expect(await emailsTo(server, 'nobody-3@example.com')).toEqual([]);
    expect((await emailsOf(server)).filter(({ to }) => to === null).map(({ kind }) => kind)).toContain(
      'reset',
    );
  });

  test('finds the account in upper and lower case', async () => {
    const { email } = await join();
    await forgot(email.toUpperCase());
    expect((await emailsTo(server, email)).at(-1)?.kind).toBe('reset');
  });

  test.each([
    'a@b.example\r\nBcc: evil@x.example',
    'a@b.example>',
    'a,b@c.example',
    'a@b.example,evil@x.example',
  ])('refuses %j, which could name another recipient', async (email) => {
    expect(codeOf(await forgot(email))).toEqual([400, 'bad-input']);
  });

  test('sends five emails in a quarter of an hour, and the last link stays usable', async () => {
    const { email } = await join();
    const sent = async () => (await tokensTo(server, email, 'reset')).length;
    for (let n = 0; n < 8; n += 1) {
      server.clock.now += 1;
      expect((await forgot(email)).status).toBe(200);
    }
    expect(await sent()).toBe(5);
    expect((await readLink(await lastToken(email, 'reset'))).status).toBe(200);
    server.clock.now += 15 * MINUTE;
    await forgot(email);
    expect(await sent()).toBe(6);
  });

  test('is limited by address and network, for known and unknown addresses alike', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_RESET: '2' } });
    try {
      for (const email of [accounts.guest.email, 'nobody@example.com']) {
        const statuses = [];
        for (let n = 0; n < 3; n += 1) statuses.push((await forgot(email, limited)).status);
        expect(statuses).toEqual([200, 200, 429]);
      }
      const guesses = [];
      for (let n = 0; n < 11; n += 1) guesses.push((await reset('A'.repeat(43), 'x', limited)).status);
      expect(guesses).toEqual([...Array.from({ length: 10 }, () => 410), 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a new account', () => {
  test('is confirmed by the link of its email, once, and welcomed', async () => {
    const user = await join();
    const token = await lastToken(user.email, 'confirm-address');
    expect((await details(user)).email_confirmed).toBe(false);
    expect((await readLink(token)).body.data).toMatchObject({ action: 'confirm', email: user.email });
    expect((await details(user)).email_confirmed).toBe(false);
    const response = await confirm(token);
    expect([response.status, response.body.data]).toEqual([200, { action: 'confirm', email: user.email }]);
    expect((await details(user)).email_confirmed).toBe(true);
    expect(codeOf(await confirm(token))).toEqual(LINK_EXPIRED);
    expect((await emailsTo(server, user.email)).map(({ kind }) => kind)).toEqual([
      'confirm-address',
      'welcome',
    ]);
  });

  test('can be confirmed for one day, and gets another email on request', async () => {
    const user = await join();
    const first = await lastToken(user.email, 'confirm-address');
    server.clock.now += 24 * HOUR;
    expect(codeOf(await confirm(first))).toEqual(LINK_EXPIRED);
    const { body: later } = await login(user.email, PASSWORD);
    expect((await post(server, paths.resendConfirmation, {}, { token: later.access })).status).toBe(200);
    expect((await confirm(await lastToken(user.email, 'confirm-address'))).status).toBe(200);
    const emails = (await emailsTo(server, user.email)).length;
    await post(server, paths.resendConfirmation, {}, { token: later.access });
    expect(await emailsTo(server, user.email)).toHaveLength(emails);
  });

  test('is confirmed by few guesses of its password, like a sign-in', async () => {
    const limited = await startServer({ env: { RATE_LIMIT_LOGIN: '2' } });
    try {
      const person = { first_name: 'Anu', email: address(), password: PASSWORD, phone: '+919840054321' };
      await post(limited, paths.register, person);
      const [token] = await tokensTo(limited, person.email, 'confirm-address');
      const statuses = [];
      for (let n = 0; n < 4; n += 1) {
        statuses.push((await post(limited, paths.confirmAddress, { token, password: `guess ${n}` })).status);
      }
      expect(statuses).toEqual([403, 403, 429, 429]);
    } finally {
      await limited.close();
    }
  });

  test('gets five such emails in a quarter of an hour', async () => {
    const user = await join();
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await post(server, paths.resendConfirmation, {}, { token: user.access })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('registering an address that has an account', () => {
  test('is refused when it is confirmed, and its owner gets one email about it', async () => {
    const owner = await joinConfirmed();
    for (let n = 0; n < 3; n += 1)
      expect(codeOf(await register(owner.email, 'a quiet street'))).toEqual([409, 'email-taken']);
    const emails = (await emailsTo(server, owner.email)).map(({ kind }) => kind);
    expect(emails.filter((kind) => kind === 'already-registered')).toHaveLength(1);
    expect((await login(owner.email, PASSWORD)).status).toBe(200);
  });

  test('that was never confirmed changes nothing for the account until its owner opens the link', async () => {
    const first = await join();
    const response = (await register(first.email, "the owner's", 'Owner')) as unknown as ErrorResponse;
    expect([...codeOf(response), response.body.error.fields]).toEqual([
      409,
      'email-unconfirmed',
      { email: 'was registered before and never confirmed' },
    ]);
    expect((await login(first.email, PASSWORD)).status).toBe(200);
    expect(codeOf(await login(first.email, "the owner's"))).toEqual([401, 'wrong-credentials']);
  });

  test('takes the address from a squatter for its owner, who gets a new account', async () => {
    const squatter = await join();
    await register(squatter.email, "the owner's", 'Owner');
    const token = await lastToken(squatter.email, 'confirm-address');
    expect((await readLink(token)).body.data).toMatchObject({ action: 'register', email: squatter.email });
    const response = await confirm(token, "the owner's");
    expect([response.status, response.body.data]).toEqual([
      200,
      { action: 'register', email: squatter.email },
    ]);

    const { body: owner } = await login(squatter.email, "the owner's");
    expect(owner.user_id).not.toBe(squatter.user_id);
    expect(await details(owner)).toMatchObject({ first_name: 'Owner', email_confirmed: true });
    expect(codeOf(await login(squatter.email, PASSWORD))).toEqual([401, 'wrong-credentials']);
    expect((await refresh(squatter.refresh)).status).toBe(401);
    const detailsPath = `${paths.memberDetails}?uid=${squatter.user_id}`;
    expect((await get(server, detailsPath, squatter.access)).status).toBe(401);
    expect(codeOf(await confirm(token, "the owner's"))).toEqual(LINK_EXPIRED);
    expect((await emailsTo(server, squatter.email)).at(-1)?.kind).toBe('welcome');
  });

  test('keeps the bookings of the account that lost its address, inaccessible to the new owner', async () => {
    const squatter = await join();
    await server.database
      .insertInto('booking')
      .values({
        user_id: squatter.user_id,
        room_id: 3,
        day: '2025-12-01',
        start_slot: 20,
        end_slot: 22,
        status: 'confirmed',
        paid_with: 'points',
        half_points: 2,
      })
      .execute();
    await register(squatter.email, "the owner's");
    const token = await lastToken(squatter.email, 'confirm-address');
    const fields = { token, password: "the owner's" };
    expect(codeOf(await post(server, paths.confirmAddress, fields))).toEqual([409, 'earlier-account']);
    expect((await post(server, paths.confirmAddress, { ...fields, earlier: 'release' })).status).toBe(200);
    const { body: owner } = await login(squatter.email, "the owner's");
    const ownersBookings = await get<{ data: unknown[] }>(server, paths.myBookings, owner.access);
    expect(ownersBookings.body.data).toEqual([]);
    const squattersBookings = await server.database
      .selectFrom('booking')
      .innerJoin('app_user', 'app_user.id', 'booking.user_id')
      .select(['booking.status', 'app_user.phone'])
      .where('user_id', '=', squatter.user_id)
      .execute();
    expect(squattersBookings).toEqual([{ status: 'confirmed', phone: '+919840054321' }]);
  });

  test('requires the password of that registration, so that a link opened by mistake helps no stranger', async () => {
    const first = await join();
    await register(first.email, "a stranger's", 'Stranger');
    const token = await lastToken(first.email, 'confirm-address');
    expect(codeOf(await confirm(token, undefined))).toEqual([403, 'wrong-password']);
    expect(codeOf(await confirm(token, "the owner's"))).toEqual([403, 'wrong-password']);
    expect((await login(first.email, PASSWORD)).status).toBe(200);
  });

  test('does not revoke another registration of the address: each link completes its registration', async () => {
    const first = await join();
    await register(first.email, "the owner's", 'Owner');
    const owners = await lastToken(first.email, 'confirm-address');
    server.clock.now += 1;
    await register(first.email, "a stranger's", 'Stranger');
    expect((await confirm(owners, "the owner's")).status).toBe(200);
    const strangers = await lastToken(first.email, 'confirm-address');
    expect(codeOf(await confirm(strangers, "a stranger's"))).toEqual(LINK_EXPIRED);
  });

  test('does not take the address from a confirmed account', async () => {
    const first = await join();
    const firstToken = await lastToken(first.email, 'confirm-address');
    server.clock.now += 1;
    await register(first.email, "a stranger's");
    const strangers = await lastToken(first.email, 'confirm-address');
    await confirm(firstToken);
    expect(codeOf(await confirm(strangers, "a stranger's"))).toEqual(LINK_EXPIRED);
    expect((await login(first.email, PASSWORD)).status).toBe(200);
  });

  test('sends five emails to it in a quarter of an hour', async () => {
    const first = await join();
    for (let n = 0; n < 7; n += 1) await register(first.email, `password ${n}`);
    expect(await tokensTo(server, first.email, 'confirm-address')).toHaveLength(6);
  });

  test('creates one account from two links opened on two servers at once', async () => {
    const first = await join();
    await register(first.email, 'that of one', 'One');
    server.clock.now += 1;
    await register(first.email, 'that of two', 'Two');
    const [, one = '', two = ''] = await tokensTo(server, first.email, 'confirm-address');
    const responses = await Promise.all([
      post(server, paths.confirmAddress, { token: one, password: 'that of one' }),
      post(secondServer, paths.confirmAddress, { token: two, password: 'that of two' }),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  });
});

describe('changing the address', () => {
  const change = (user: SignedIn, email: string, password = PASSWORD) =>
    post(server, paths.changeAddress, { email, password }, { token: user.access });

  test('happens when the new one is confirmed, with an email to both', async () => {
    const user = await joinConfirmed();
    const next = address();
    expect((await change(user, next)).status).toBe(200);
    expect(await details(user)).toMatchObject({ email: user.email, pending_email: next });
    const token = await lastToken(next, 'confirm-address');
    expect((await readLink(token)).body.data).toMatchObject({ action: 'change', email: next });
    expect((await confirm(token)).body.data).toEqual({ action: 'change', email: next });
    expect(await details(user)).toMatchObject({ email: next, email_confirmed: true, pending_email: '' });
    expect((await login(next, PASSWORD)).status).toBe(200);
    expect(codeOf(await login(user.email, PASSWORD))).toEqual([401, 'wrong-credentials']);
    expect((await emailsTo(server, user.email)).at(-1)?.kind).toBe('address-changed');
  });

  test('revokes the links that were sent to the old address', async () => {
    const user = await joinConfirmed();
    const token = await requestReset(user.email);
    const next = address();
    await change(user, next);
    await confirm(await lastToken(next, 'confirm-address'));
    expect(codeOf(await reset(token))).toEqual(LINK_EXPIRED);
  });

  test('requires the password, and another address than the current one', async () => {
    const user = await join();
    expect(codeOf(await change(user, address(), 'a guess'))).toEqual([403, 'wrong-password']);
    expect(codeOf(await change(user, user.email.toUpperCase()))).toEqual([400, 'bad-input']);
    expect(codeOf(await change(user, 'a@b.example\r\nBcc: evil@x.example'))).toEqual([400, 'bad-input']);
  });

  test('to one that has an account gets the same response, and has no effect', async () => {
    const [user, owner] = [await joinConfirmed(), await joinConfirmed()];
    const free = await change(user, address());
    const taken = await change(user, owner.email);
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect((await details(user)).pending_email).toBe(owner.email);
    expect((await emailsTo(server, owner.email)).at(-1)?.kind).toBe('already-registered');
    expect((await login(owner.email, PASSWORD)).status).toBe(200);
  });

  test('takes the address from an unconfirmed account when its owner confirms it', async () => {
    const squatter = await join();
    const user = await joinConfirmed();
    await change(user, squatter.email);
    await confirm(await lastToken(squatter.email, 'confirm-address'));
    expect(await details(user)).toMatchObject({ email: squatter.email });
    expect((await refresh(squatter.refresh)).status).toBe(401);
  });

  test('to one address by two accounts at once succeeds for one of them', async () => {
    const [one, two, next] = [await joinConfirmed(), await joinConfirmed(), address()];
    await change(one, next);
    server.clock.now += 1;
    await change(two, next);
    const [first = '', second = ''] = await tokensTo(server, next, 'confirm-address');
    const responses = await Promise.all([confirm(first), confirm(second)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  });
});
