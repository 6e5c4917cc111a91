import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import { accounts, get, post, signIn, type BodyKind, type ErrorResponse, type SignedIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const person = {
  first_name: 'Anu',
  last_name: 'Krishnan',
  email: 'anu@example.com',
  password: 'a quiet street',
  phone: '+91 98400 54321',
  company_name: 'Anu & Co',
  website: 'anu.example',
  business_type: 'education',
};
const users = () => server.database.selectFrom('app_user').selectAll().orderBy('id').execute();
const details = (user: SignedIn, uid = user.user_id) =>
  get<MemberDetailsResponse>(server, `${paths.memberDetails}?uid=${uid}`, user.access);

describe('registering', () => {
  test.each<BodyKind>(['json', 'urlencoded', 'multipart'])(
    'with a %s body creates an account',
    async (as) => {
      const email = `${as}@example.com`;
      const { status } = await post(server, paths.register, { ...person, email }, { as });
      expect(status).toBe(201);
      const { status: signedIn, body } = await post<SignedIn>(server, paths.login, {
        email,
        password: 'a quiet street',
      });
      expect(signedIn).toBe(200);
      expect((await details(body)).body.data).toEqual({
        first_name: 'Anu',
        last_name: 'Krishnan',
        email,
        phone: '+919840054321',
        website: 'anu.example',
        is_membership: false,
        monthly_limit: 0,
        company_name: 'Anu & Co',
        business_type: 'education',
        email_confirmed: false,
        second_factor: false,
        is_staff: false,
        pending_email: '',
        account_company: '',
      });
    },
  );

  test('needs only first name, email, phone and password', async () => {
    const { first_name, password, phone } = person;
    const fields = {
      first_name,
      password,
      phone,
      email: 'short@example.com',
      last_name: '',
      business_type: '',
    };
    expect((await post(server, paths.register, fields)).status).toBe(201);
  });

  test('cannot grant membership or points', async () => {
    const email = 'greedy@example.com';
    await post(server, paths.register, { ...person, email, is_member: true, half_points: 99 });
    const { body } = await post<SignedIn>(server, paths.login, { email, password: 'a quiet street' });
    expect(body.is_member).toBe(false);
    expect((await details(body)).body.data.monthly_limit).toBe(0);
  });

  test.each(['member@example.com', 'MEMBER@example.com'])(
    'with %s, which has an account, is refused, names the field and changes nothing',
    async (email) => {
      const before = await users();
      const { status, body } = (await post(server, paths.register, { ...person, email })) as ErrorResponse;
      expect(status).toBe(409);
      expect(body.error).toMatchObject({
        code: 'email-taken',
        message: 'This email address has an account already',
        fields: { email: 'has an account already' },
      });
      expect(await users()).toEqual(before);
      await signIn(server, 'member');
    },
  );

  test('twice at once creates one account and refuses the other call', async () => {
    const fields = { ...person, email: 'twice@example.com' };
    const responses = await Promise.all([
      post(server, paths.register, fields),
      post(server, paths.register, { ...fields, email: 'Twice@example.com' }),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const { length } = (await users()).filter(({ email }) => email.toLowerCase() === fields.email);
    expect(length).toBe(1);
  });

  test('reveals only what signing in reveals: after a success the visitor can sign in, after a refusal the account existed', async () => {
    const newPerson = { ...person, email: 'oracle@example.com' };
    expect((await post(server, paths.register, newPerson)).status).toBe(201);
    const credentials = { email: newPerson.email, password: newPerson.password };
    expect((await post(server, paths.login, credentials)).status).toBe(200);
    expect((await post(server, paths.register, newPerson)).status).toBe(409);
  });

  test('stores no password, only its argon2id hash', async () => {
    await post(server, paths.register, {
      ...person,
      email: 'hash@example.com',
      password: 'a secret sentence',
    });
    const stored = JSON.stringify(await users());
    expect(stored).not.toContain('a secret sentence');
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'nothing filled in',
      { first_name: ' ', email: '', phone: '', password: '' },
      ['first_name', 'email', 'password', 'phone'],
    ],
    ['an email without a dotted domain', { email: 'anu@example' }, ['email']],
    ['an email with an invisible change of direction', { email: 'anu\u202e@example.com' }, ['email']],
    ['an email with a NUL', { email: 'anu\0@example.com' }, ['email']],
    ['a phone number of no country', { phone: '12345' }, ['phone']],
    ['an unknown business type', { business_type: 'piracy' }, ['business_type']],
    ['a first name of a thousand letters', { first_name: 'x'.repeat(1000) }, ['first_name']],
  ])('with %s is refused, naming the fields, and nothing is written', async (_case, changes, named) => {
    const before = await users();
    const { status, body } = (await post(server, paths.register, { ...person, ...changes })) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(named);
    expect(await users()).toEqual(before);
  });
});

describe('member details', () => {
  test('show a member the balance of points', async () => {
    const { status, body } = await details(await signIn(server, 'member'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ email: accounts.member.email, is_membership: true, monthly_limit: 20 });
  });

  test('are only for their owner', async () => {
    const [member, guest] = [await signIn(server, 'member'), await signIn(server, 'guest')];
    const response = (await details(guest, member.user_id)) as unknown as ErrorResponse;
    expect([response.status, response.body.error.code]).toEqual([403, 'foreign-user']);
    expect((await get(server, `${paths.memberDetails}?uid=${member.user_id}`)).status).toBe(401);
  });

  test('require a user id', async () => {
    const { access } = await signIn(server, 'member');
    const { status, body } = (await get(server, paths.memberDetails, access)) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['uid']);
  });

  test('of a deleted account are gone, although its token is still valid', async () => {
    const email = 'leaver@example.com';
    await post(server, paths.register, { ...person, email });
    const { body } = await post<SignedIn>(server, paths.login, { email, password: person.password });
    await server.database.deleteFrom('app_user').where('email', '=', email).execute();
    expect((await details(body)).status).toBe(401);
    expect((await post(server, paths.refresh, { token: body.refresh })).status).toBe(401);
  });
});
