import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DevicesResponse } from '../../../contract/account/account.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { LinkDetails } from '../../../contract/account/links.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { SecondFactorSetupResponse } from '../../../contract/account/secondFactor.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { encrypt } from '../../../server/account/secondFactor/encryption.ts';
import { removeSecondFactor } from '../../../server/account/secondFactor/secondFactor.ts';
import { get, post, send, type ApiResponse, type ErrorResponse, type SignedIn } from '../client.ts';
import { tokensTo } from '../linkInEmail.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

/* What a second factor guards besides the desk, and how its codes are limited. */

const MINUTE = 60_000;
const PASSWORD = 'Kaveri-Riverside-7';
const NEW_PASSWORD = 'Kaveri-Riverside-8';
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1', ACCESS_TOKEN_MINUTES: '600' } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = START;
});

const as = ({ access }: SignedIn) => ({ token: access });
const outcomeOf = ({ status, body }: ApiResponse) =>
  status < 400 ? 'done' : (body as ErrorResponse['body']).error.code;

interface Clerk extends SignedIn {
  readonly email: string;
  readonly key: string;
  readonly recovery: readonly string[];
}
let people = 0;
let networks = 0;

const newAddress = (): string => {
  networks += 1;
  return `198.18.0.${networks}`;
};
/** POSTs from an address. */
const postFrom = <T>(from: string, path: string, fields: object, { access = '' } = {}) =>
  send<T>(server, path, {
    method: 'POST',
    headers: {
      'x-forwarded-for': from,
      'content-type': 'application/json',
      ...(access !== '' && { authorization: `Bearer ${access}` }),
    },
    body: JSON.stringify(fields),
  });
const signInFrom = async (from: string, email: string): Promise<SignedIn> => {
  const response = await send<SignedIn>(server, paths.login, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return response.body;
};
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: server.clock.now + steps * 30_000 });

/** A member of staff whose session has set up a second factor from an address. `before`: what happens before the setup. */
async function clerk(
  from = newAddress(),
  before?: (session: SignedIn, email: string) => Promise<unknown>,
): Promise<Clerk> {
  people += 1;
  const email = `clerk${people}@example.com`;
  const person = { first_name: 'Devi', email, password: PASSWORD, phone: '+919840054321' };
  const { body } = await postFrom<{ session: SignedIn }>(from, paths.register, person);
  await server.database
    .updateTable('app_user')
    .set({ role: 'staff', email_confirmed_at: new Date(server.clock.now) })
    .where('email', '=', email)
    .execute();
  const { session } = body;
  await before?.(session, email);
  const setup = await postFrom<SecondFactorSetupResponse>(from, deskPaths.beginFactor, {}, session);
  const { key, recovery_codes: recovery } = setup.body.data;
  const confirmed = await postFrom(from, deskPaths.confirmFactor, { code: codeOf(key) }, session);
  expect(confirmed.status).toBe(200);
  server.clock.now += MINUTE;
  return { ...session, email, key, recovery };
}

describe('an account with a second factor needs a code', () => {
  /** Every call that changes who can use an account or gives its data away, by its path. */
  const calls: Readonly<Record<string, (session: SignedIn, person: Clerk) => Promise<ApiResponse>>> = {
    [paths.changePassword]: (session) =>
      post(server, paths.changePassword, { password: PASSWORD, new_password: NEW_PASSWORD }, as(session)),
    [paths.changeAddress]: (session, { email }) =>
      post(server, paths.changeAddress, { email: `new-${email}`, password: PASSWORD }, as(session)),
    [paths.closeAccount]: (session) => post(server, paths.closeAccount, { password: PASSWORD }, as(session)),
    [paths.exportData]: (session) => get(server, paths.exportData, session.access),
    [paths.signOutOthers]: (session) => post(server, paths.signOutOthers, {}, as(session)),
    [paths.signOutDevice]: async (session) => {
      const { body } = await get<DevicesResponse>(server, paths.devices, session.access);
      const other = body.data.find(({ is_current }) => !is_current);
      return post(server, paths.signOutDevice, { id: other?.id }, as(session));
    },
  };

  test('for every route that is declared so, and no route is missing here', () => {
    expect(server.app.stepUpRoutes.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test.each(Object.entries(calls))('for %s', async (_path, call) => {
    const person = await clerk();
    const thief = await signInFrom(newAddress(), person.email);
    const { body } = (await call(thief, person)) as ErrorResponse;
    expect([body.error.code, Object.keys(body.error.fields ?? {})]).toEqual([
      'second-factor-needed',
      ['code'],
    ]);

    const session = await signInFrom(newAddress(), person.email);
    expect(
      outcomeOf(await post(server, paths.proveSecondFactor, { code: codeOf(person.key) }, as(session))),
    ).toBe('done');
    expect(outcomeOf(await call(session, person))).toBe('done');
  });

  test('for an address whose link was requested before it was set up', async () => {
    let other = '';
    const { email, access } = await clerk(newAddress(), async (session, present) => {
      other = `new-${present}`;
      await post(server, paths.changeAddress, { email: other, password: PASSWORD }, as(session));
    });
    const [token] = await tokensTo(server, other, 'confirm-address');
    for (const proof of [{ token, password: PASSWORD }, { token }]) {
      expect(outcomeOf(await post(server, paths.confirmAddress, proof, { token: access }))).toBe('link-over');
    }
    expect(outcomeOf(await post(server, paths.login, { email, password: PASSWORD }))).toBe('done');
  });

  test('again after 15 minutes, and takes a recovery code as well', async () => {
    const person = await clerk();
    const exported = async () => outcomeOf(await get(server, paths.exportData, person.access));
    expect(await exported()).toBe('done');
    server.clock.now += 14 * MINUTE;
    expect(await exported()).toBe('second-factor-needed');
    const [code] = person.recovery;
    expect(outcomeOf(await post(server, paths.proveSecondFactor, { code }, as(person)))).toBe('done');
    expect(await exported()).toBe('done');
  });

  test('after it has lost its role too', async () => {
    const person = await clerk();
    await server.database
      .updateTable('app_user')
      .set({ role: 'customer' })
      .where('id', '=', person.user_id)
      .execute();
    const session = await signInFrom(newAddress(), person.email);
    const exported = async () => outcomeOf(await get(server, paths.exportData, session.access));
    expect(await exported()).toBe('second-factor-needed');
    await post(server, paths.proveSecondFactor, { code: codeOf(person.key) }, as(session));
    expect(await exported()).toBe('done');
  });

  test('or, after the secret of the servers was changed, a new setup, which an owner allows', async () => {
    const person = await clerk();
    // What a changed REFRESH_TOKEN_SECRET makes of the stored key.
    await server.database
      .updateTable('second_factor')
      .set({ sealed_secret: encrypt('the secret before', person.key) })
      .where('user_id', '=', person.user_id)
      .execute();
    for (const code of [codeOf(person.key), person.recovery[0]]) {
      const { status, body } = await post<ErrorResponse['body']>(
        server,
        paths.proveSecondFactor,
        { code },
        as(person),
      );
      expect([status, body.error.fields?.['code']]).toEqual([
        400,
        expect.stringContaining('ask an owner to reset your second factor, then set it up again'),
      ]);
    }
    await inTransaction(server.database, (tx) =>
      removeSecondFactor(tx, person.user_id, { revokeAll: async () => undefined }),
    );
    const setup = await post<SecondFactorSetupResponse>(server, deskPaths.beginFactor, {}, as(person));
    const { key } = setup.body.data;
    const confirmed = await post(server, deskPaths.confirmFactor, { code: codeOf(key) }, as(person));
    expect(outcomeOf(confirmed)).toBe('done');
  });

  test('for the link that resets the password, which a wrong code does not use up', async () => {
    const person = await clerk();
    await post(server, paths.forgotPassword, { email: person.email });
    const [token = ''] = await tokensTo(server, person.email, 'reset');
    const { body } = await post<{ data: LinkDetails }>(server, paths.readLink, { token });
    expect(body.data.needs_code).toBe(true);
    const reset = async (more: object) =>
      (await post(server, paths.resetPassword, { token, password: NEW_PASSWORD, ...more })) as ErrorResponse;
    const fieldsOf = ({ status, body: { error } }: ErrorResponse) => [
      status,
      Object.keys(error.fields ?? {}),
    ];
    expect(fieldsOf(await reset({}))).toEqual([403, ['code']]);
    expect(fieldsOf(await reset({ code: '000000' }))).toEqual([400, ['code']]);
    expect(fieldsOf(await reset({ code: codeOf(person.key), password: 'short' }))).toEqual([
      400,
      ['password'],
    ]);
    expect(outcomeOf(await reset({ code: codeOf(person.key) }))).toBe('done');
  });

  test('and no other account does, nor does one whose setup was not finished', async () => {
    people += 1;
    const fields = { first_name: 'Anu', password: PASSWORD, phone: '+919840054321' };
    const person = { ...fields, email: `plain${people}@example.com` };
    const { session } = (await post<{ session: SignedIn }>(server, paths.register, person)).body;
    expect(outcomeOf(await get(server, paths.exportData, session.access))).toBe('done');
    const details = `${paths.memberDetails}?uid=${session.user_id}`;
    const shown = await get<MemberDetailsResponse>(server, details, session.access);
    expect(shown.body.data.second_factor).toBe(false);
    await server.database
      .updateTable('app_user')
      .set({ role: 'staff' })
      .where('id', '=', session.user_id)
      .execute();
    await post(server, deskPaths.beginFactor, {}, as(session));
    expect(outcomeOf(await get(server, paths.exportData, session.access))).toBe('done');
  });

  test('which its profile says', async () => {
    const { user_id, access } = await clerk();
    const { body } = await get<MemberDetailsResponse>(
      server,
      `${paths.memberDetails}?uid=${user_id}`,
      access,
    );
    expect(body.data.second_factor).toBe(true);
  });
});

describe('wrong codes of a thief who knows the password', () => {
  const prove = async (from: string, session: SignedIn, code: string) =>
    outcomeOf(await postFrom(from, paths.proveSecondFactor, { code }, session));
  const wrong = '000000';
  const wrongRecovery = '0000000000';

  test('are limited to five for all of the thief’s sessions and networks together', async () => {
    const { email, key } = await clerk();
    let accepted = 0;
    for (let n = 0; n < 8; n += 1) {
      const from = newAddress();
      if ((await prove(from, await signInFrom(from, email), wrong)) === 'bad-input') accepted += 1;
    }
    expect(accepted).toBe(5);
    const from = newAddress();
    const session = await signInFrom(from, email);
    expect(await prove(from, session, codeOf(key))).toBe('too-many-requests');
    server.clock.now += 16 * MINUTE;
    expect(await prove(from, session, codeOf(key))).toBe('done');
  });

  test('do not lock the sessions, the networks and the recovery codes of the owner', async () => {
    const office = newAddress();
    const person = await clerk(office);
    const den = newAddress();
    const thief = await signInFrom(den, person.email);
    for (let n = 0; n < 6; n += 1) await prove(den, thief, wrong);
    for (let n = 0; n < 6; n += 1) await prove(den, thief, wrongRecovery);
    expect(await prove(den, thief, person.recovery[0] ?? '')).toBe('too-many-requests');
    // The session that has verified a code, wherever it is.
    expect(await prove(newAddress(), person, codeOf(person.key))).toBe('done');
    server.clock.now += MINUTE;
    // A new session in a network in which a code was verified.
    expect(await prove(office, await signInFrom(office, person.email), codeOf(person.key))).toBe('done');
    // A new session in a new network, with a recovery code.
    const hotel = newAddress();
    expect(await prove(hotel, await signInFrom(hotel, person.email), person.recovery[0] ?? '')).toBe('done');
  });

  test('from a session and a network of the owner are limited too', async () => {
    const office = newAddress();
    const person = await clerk(office);
    const colleague = await signInFrom(office, person.email);
    for (let n = 0; n < 5; n += 1) expect(await prove(office, colleague, wrong)).toBe('bad-input');
    expect(await prove(office, colleague, codeOf(person.key))).toBe('too-many-requests');
    for (let n = 0; n < 5; n += 1) expect(await prove(office, person, wrong)).toBe('bad-input');
    expect(await prove(office, person, codeOf(person.key))).toBe('too-many-requests');
  });
});
