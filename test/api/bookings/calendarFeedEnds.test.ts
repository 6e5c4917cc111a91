import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DevicesResponse } from '../../../contract/account/account.ts';
import type { CalendarFeed, NewCalendarFeed } from '../../../contract/bookings/calendar.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import { get, post, signIn, type ApiResponse, type SignedIn } from '../client.ts';
import { tokensTo } from '../linkInEmail.ts';
import { startServer, type TestServer } from '../startServer.ts';

const PASSWORD = 'Kaveri-Riverside-7';
const NEW_PASSWORD = 'Kaveri-Riverside-8';
let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startServer();
  owner = await signIn(server, 'owner');
});
afterAll(() => server.close());

interface Person extends SignedIn {
  readonly email: string;
}
let people = 0;
async function register(): Promise<Person> {
  people += 1;
  const email = `reader${people}@example.com`;
  const { body } = await post<{ session: SignedIn }>(server, paths.register, {
    first_name: 'Anu',
    email,
    password: PASSWORD,
    phone: '+919840054321',
  });
  return { ...body.session, email };
}
const signInAgain = async ({ email }: Person, password = PASSWORD): Promise<SignedIn> =>
  (await post<SignedIn>(server, paths.login, { email, password })).body;
const as = ({ access }: SignedIn) => ({ token: access });

type Door = (person: Person) => Promise<ApiResponse>;
const block = (person: Person, blocked: boolean) =>
  post(server, deskPaths.blockPerson, { user_id: person.user_id, blocked, reason: 'a test' }, as(owner));
const changeAddress: Door = async (person) => {
  const email = `new-${person.email}`;
  await post(server, paths.changeAddress, { email, password: PASSWORD }, as(person));
  const [token] = await tokensTo(server, email, 'confirm-address');
  return post(server, paths.confirmAddress, { token, password: PASSWORD });
};

/** Everything after which other devices and mailboxes must have lost access. */
const doors: Readonly<Record<string, Door>> = {
  'its revocation': (person) => post(server, paths.revokeCalendarFeed, {}, as(person)),
  'a changed password': (person) =>
    post(server, paths.changePassword, { password: PASSWORD, new_password: NEW_PASSWORD }, as(person)),
  'a reset password': async ({ email }) => {
    await post(server, paths.forgotPassword, { email });
    const [token] = await tokensTo(server, email, 'reset');
    return post(server, paths.resetPassword, { token, password: NEW_PASSWORD });
  },
  'signing out all other devices': (person) => post(server, paths.signOutOthers, {}, as(person)),
  'signing out another device': async (person) => {
    await signInAgain(person);
    const { body } = await get<DevicesResponse>(server, paths.devices, person.access);
    const other = body.data.find(({ is_current }) => !is_current);
    return post(server, paths.signOutDevice, { id: other?.id }, as(person));
  },
  'a changed address': changeAddress,
  'a block': (person) => block(person, true),
  'closing the account': (person) => post(server, paths.closeAccount, { password: PASSWORD }, as(person)),
};

test.each(Object.entries(doors))('a calendar feed ends with %s', async (_name, door) => {
  const person = await register();
  const { body } = await post<{ data: NewCalendarFeed }>(server, paths.calendarFeed, {}, as(person));
  const status = async () => (await fetch(server.url + body.data.path)).status;
  expect(await status()).toBe(200);
  expect((await door(person)).status).toBe(200);
  expect(await status()).toBe(404);
});

test('a calendar feed stays when its user signs out on this device, and does not return when a block is lifted', async () => {
  const person = await register();
  const create = async (by: SignedIn) =>
    (await post<{ data: NewCalendarFeed }>(server, paths.calendarFeed, {}, as(by))).body.data.path;
  const path = await create(person);
  await post(server, paths.signOut, { token: person.refresh });
  expect((await fetch(server.url + path)).status).toBe(200);
  await block(person, true);
  await block(person, false);
  const again = await signInAgain(person);
  const { body } = await get<{ data: CalendarFeed }>(server, paths.calendarFeed, again.access);
  expect(body.data.active).toBe(false);
});
