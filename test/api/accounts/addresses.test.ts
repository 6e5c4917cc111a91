import { Migrator, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { PeopleResponse } from '../../../contract/desk/people.ts';
import { emailKey } from '../../../domain/account/email.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { userBySpelling } from '../../../server/account/users.ts';
import { migrations } from '../../../server/platform/database/migrate.ts';
import { NOT_CARRIED } from '../../../server/platform/http/plugins/mailReach.ts';
import { accounts, get, post, signIn, type ErrorResponse } from '../client.ts';
import { emptyDatabase } from '../emptyDatabase.ts';
import { startServer, type TestServer } from '../startServer.ts';

const NORMAL = 'a@xn--bcher-kva.example';
/** What people type or paste for one mailbox. */
const SPELLINGS = [
  NORMAL,
  'a@bücher.example',
  'a@bu\u0308cher.example',
  'a@BÜCHER.Example',
  'a@ｂücher。example',
  '\u200b a@bücher.\u200bexample\u00a0',
];
const person = { first_name: 'Anu', password: 'secret-of-anu', phone: '+91 98400 54321' };

describe('the schemas of the contract', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../../contract/**/*.ts', {
    eager: true,
  });
  const fields = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, schema]) =>
      /(Request|Query)$/.test(name) && schema instanceof z.ZodObject
        ? Object.entries(schema.shape as Record<string, z.ZodType>)
            .filter(([field]) => /email/.test(field))
            .map(([field, type]) => ({ where: `${name}.${field}`, type }))
        : [],
    ),
  );

  test('know every operation through which an address comes in', () => {
    expect(fields.map(({ where }) => where).sort()).toEqual([
      'addAddressRequest.email',
      'addMemberRequest.email',
      'changeAddressRequest.email',
      'enquireRequest.email',
      'forgotPasswordRequest.email',
      'giveRoleRequest.email',
      'inviteRequest.email',
      'loginRequest.email',
      'paymentLinkRequest.email',
      'registerRequest.email',
      'saveBusinessRequest.email',
      'saveCompanyRequest.email',
      'sellRequest.email',
      'walkInRequest.email',
    ]);
  });

  test('give one form to all spellings of an address', () => {
    for (const { where, type } of fields) {
      const parsed = SPELLINGS.map((spelling) => type.parse(spelling) as string);
      // The spelling of a sign-in is looked up as well, for accounts from before the normal form.
      const forms = where === 'loginRequest.email' ? parsed.map(emailKey) : parsed;
      expect(new Set(forms), where).toEqual(new Set([NORMAL]));
    }
  });
});

describe('one mailbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await post(server, paths.register, { ...person, email: SPELLINGS[1] });
  });
  afterAll(() => server.close());

  test('has one account, to which every spelling signs in', async () => {
    for (const email of SPELLINGS) {
      const again = await post(server, paths.register, { ...person, email });
      expect(again.status, email).toBe(409);
      const { status } = await post(server, paths.login, { email, password: person.password });
      expect(status, email).toBe(200);
    }
    const stored = await server.database
      .selectFrom('app_user')
      .select('email')
      .where('email', 'like', 'a@%cher%')
      .execute();
    expect(stored).toEqual([{ email: NORMAL }]);
  });

  test('is found by the desk in every spelling', async () => {
    const { access } = await signIn(server, 'owner');
    for (const email of SPELLINGS) {
      const search = encodeURIComponent(email);
      const { body } = await get<PeopleResponse>(server, `${deskPaths.people}?search=${search}`, access);
      expect(
        body.data.map((found) => found.email),
        email,
      ).toEqual([NORMAL]);
    }
  });

  test('a name that is typed decomposed is stored and found composed', async () => {
    const email = 'zoe@example.com';
    await post(server, paths.register, { ...person, first_name: 'Zoe\u0308', email });
    const { access } = await signIn(server, 'owner');
    for (const search of ['Zoë', 'Zoe\u0308']) {
      const path = `${deskPaths.people}?search=${encodeURIComponent(search)}`;
      const { body } = await get<PeopleResponse>(server, path, access);
      expect(body.data).toMatchObject([{ email, name: 'Zoë' }]);
    }
  });

  test('text with half a surrogate pair is refused where it is entered, in every call', async () => {
    const { status, body } = (await post(server, paths.register, {
      ...person,
      email: 'half@example.com',
      company_name: 'Half \ud83d',
    })) as ErrorResponse;
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, ['company_name']]);
    const enquiry = { name: 'A\udc00', email: 'a@b.example', phone: '1', enquire_for: 'x' };
    expect((await post(server, paths.enquire, enquiry)).status).toBe(400);
  });
});

describe('an address with é before the @', () => {
  const email = 'josé@example.test';
  const sale = {
    first_name: 'José',
    phone: '+91 98400 54322',
    mid: 1,
    bdate: '2025-11-24',
    ...bookingTimes({ start: 20, end: 22 }),
    amount: '1.00',
    method: 'cash',
  };
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:2525' };

  /** Every call that sends email to the address in its body, and what it answers to this one. */
  async function answers(server: TestServer) {
    const { access: owner } = await signIn(server, 'owner');
    const { access: guest } = await signIn(server, 'guest');
    const { password } = accounts.guest;
    const calls: [string, Record<string, unknown>, string?][] = [
      [paths.register, { ...person, email }],
      [paths.forgotPassword, { email }],
      [paths.changeAddress, { email, password }, guest],
      [deskPaths.sell, { ...sale, email }, owner],
      [deskPaths.makeLink, { ...sale, email }, owner],
    ];
    return Promise.all(
      calls.map(async ([path, fields, token]) => {
        const { body } = (await post(server, path, fields, { token })) as ErrorResponse;
        return body.error?.fields?.['email'];
      }),
    );
  }

  test('is refused with a sentence by every call that would send email to it', async () => {
    const server = await startServer({ env: smtp });
    expect(await answers(server)).toEqual(Array.from({ length: 5 }, () => NOT_CARRIED));
    const stored = await server.database
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .execute();
    expect(stored).toEqual([]);
    await server.close();
  });

  test('may enquire, and no acknowledgement is promised to it', async () => {
    const server = await startServer({ env: smtp });
    const enquiry = { name: 'José', email, phone: '98400 12345', enquire_for: 'A room' };
    expect((await post(server, paths.enquire, enquiry)).status).toBe(200);
    const emails = await server.database.selectFrom('letter').select('kind').execute();
    expect(emails.map(({ kind }) => kind)).toEqual(['enquiry']);
    await server.close();
  });

  test('is accepted when the mail server has SMTPUTF8', async () => {
    const server = await startServer({ env: { ...smtp, SMTP_UTF8: '1' } });
    expect((await answers(server)).filter((text) => text !== undefined)).toEqual([]);
    await server.close();
  });
});

test('accounts from before the normal form get it, and where two have one address, both still sign in', async () => {
  const open = await emptyDatabase();
  const migrator = new Migrator({
    db: open.database,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { '0060-normal-addresses': _normal, ...before } = migrations;
  await new Migrator({
    db: open.database,
    provider: { getMigrations: async () => before },
  }).migrateToLatest();
  const add = (name: string, email: string, confirmed: boolean) =>
    sql`insert into app_user (email, password_hash, first_name, phone, email_confirmed_at)
      values (${email}, '', ${name}, '+919840000000', ${confirmed ? sql`now()` : null})`.execute(
      open.database,
    );
  await add('squatter', 'a@bu\u0308cher.example', false);
  await add('owner', 'a@bücher.example', true);
  await add('alone', 'b@bücher.example', false);
  await add('ascii', 'C@Example.com', true);
  await migrator.migrateToLatest();

  const nameOf = async (spelling: string) => (await userBySpelling(open.database, spelling))?.first_name;
  expect(await nameOf('a@bücher.example')).toBe('owner');
  expect(await nameOf(NORMAL)).toBe('owner');
  expect(await nameOf('a@bu\u0308cher.example')).toBe('squatter');
  expect(await nameOf('b@bücher.example')).toBe('alone');
  expect(await nameOf('b@xn--bcher-kva.example')).toBe('alone');
  expect(await nameOf('c@example.com')).toBe('ascii');
  await open.close();
});
