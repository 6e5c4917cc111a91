import { describe, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import {
  accountDoors,
  accountKind,
  addressDoors,
  type AccountDoor,
  type AccountKind,
  type AddressDoor,
  type AddressKind,
  type DoorEffect,
} from '../../../domain/account/accountIdentity.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import { createLinks } from '../../../server/account/address/links.ts';
import { hashPassword } from '../../../server/account/passwords.ts';
import { releaseAddress } from '../../../server/account/address/releaseAddress.ts';
import { createSessions } from '../../../server/account/session/sessions.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { linkToken } from '../../../server/outbox/linkToken.ts';
import type { LinkPurpose } from '../../../server/platform/database/schema.ts';
import { post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { emailsTo, tokensTo } from '../../api/linkInEmail.ts';
import { setHalfPoints } from '../../fixtures/setHalfPoints.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { callAs, companyDetails } from './companyCalls.ts';
import { dataOf, DAY, ROOM } from '../startPayments.ts';

/* Every door × every kind of account does what domain/account/accountIdentity.ts says, on the real server. */

withFreshPayments();

const PASSWORD = 'the password of the account';
const OTHER = 'the password of somebody else';

type Response = ApiResponse<{ data?: { action?: string }; session?: SignedIn } & Partial<ErrorBody>>;
type Data = { readonly data: object };
const call = (path: string, fields: Record<string, unknown>, user?: SignedIn): Promise<Response> =>
  post(server, path, fields, { token: user?.access });
const code = ({ body }: Response) => body.error?.code ?? 'done';

const deps = () => ({
  database: server.database,
  sessions: createSessions(server.database, server.config, () => server.clock.now),
  links: createLinks(server.database, server.config, () => server.clock.now),
  now: () => server.clock.now,
});

let count = 0;
interface Account {
  readonly email: string;
  readonly id: string | undefined;
  readonly session: SignedIn | undefined;
}

const userOf = (email: string) =>
  server.database.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst();
const userById = (id: string) =>
  server.database.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const registration = (email: string, password: string) => ({
  first_name: 'Asha',
  email,
  phone: '+919840012345',
  password,
});
const sale = (email: string) => ({
  email,
  first_name: 'Kavya',
  phone: '+919840012399',
  mid: ROOM,
  bdate: DAY,
  ...bookingTimes({ start: 20, end: 22 }),
  amount: '592.36',
});

/** An account of a kind that holds something: it is a member with points. */
async function makeAccount(kind: AddressKind | 'phone-only'): Promise<Account> {
  count += 1;
  let email = `person${count}@identity.example`;
  if (kind === 'none') return { email, id: undefined, session: undefined };
  let session: SignedIn | undefined;
  const phone = `+9198400${10_000 + count}`;
  if (kind === 'phone-only') {
    const desk = await signIn(server, 'desk');
    const fields = { ...sale(''), phone, method: 'cash' };
    dataOf(await post<Data>(server, deskPaths.sell, fields, { token: desk.access }));
    const made = server.database.selectFrom('app_user').select('email').where('phone', '=', phone);
    ({ email } = await made.executeTakeFirstOrThrow());
  } else if (kind === 'desk-made') {
    const desk = await signIn(server, 'desk');
    dataOf(
      await post<Data>(server, deskPaths.sell, { ...sale(email), method: 'cash' }, { token: desk.access }),
    );
  } else {
    const { body } = await call(paths.register, registration(email, PASSWORD));
    if (!body.session) throw new Error(JSON.stringify(body));
    session = body.session;
  }
  await server.database
    .updateTable('app_user')
    .set({
      is_member: true,
      ...(kind === 'proven' && { email_confirmed_at: new Date(server.clock.now) }),
    })
    .where('email', '=', email)
    .execute();
  // Deletes the sale and the emails.
  await server.reset();
  const id = (await userOf(email))?.id;
  if (id === undefined) throw new Error('no account was made');
  await setHalfPoints(server.database, 20, id);
  return { email, id, session };
}

async function makeLink(
  purpose: LinkPurpose,
  email: string,
  userId: string | null,
  registered?: { password_hash: string },
): Promise<string> {
  count += 1;
  const details = { last_name: null, company_name: null, website: null, business_type: null };
  const link = await inTransaction(server.database, (tx) =>
    deps().links.create(tx, {
      purpose,
      subject: `test ${count}`,
      userId,
      email,
      device: null,
      ...(registered && {
        registration: { ...registered, ...details, first_name: 'Prover', phone: '+919840012345' },
      }),
    }),
  );
  if (link === null) throw new Error('no link was made');
  return linkToken(server.config.refreshTokenSecret, purpose, link.id);
}

const logIn = (email: string, password: string) => call(paths.login, { email, password });
const canSignIn = async (email: string, password: string) => (await logIn(email, password)).status === 200;

/** The effect of a sale or a payment link: an account that receives something keeps its id. */
const sells =
  (path: string, fields: object) =>
  async ({ email, id }: Account): Promise<DoorEffect> => {
    const desk = await signIn(server, 'desk');
    const response = await call(path, { ...sale(email), ...fields }, desk);
    if (response.status === 200) return (await userOf(email))?.id === id ? 'give' : 'make';
    expect(response.body).toMatchObject({ error: { code: 'email-unconfirmed' } });
    expect(response.body.error?.account).toMatchObject({ user_id: id, name: 'Asha' });
    return 'warn';
  };

const given = (response: Response): DoorEffect => (response.status === 200 ? 'give' : 'refuse');

const addressDrivers: Record<AddressDoor, (account: Account) => Promise<DoorEffect>> = {
  sale: sells(deskPaths.sell, { method: 'cash' }),
  paymentLink: sells(deskPaths.makeLink, {}),
  walkIn: async ({ email }) => {
    const { first_name: _name, phone: _phone, amount: _amount, ...fields } = sale(email);
    return given(await call(deskPaths.walkIn, fields, await signIn(server, 'desk')));
  },
  role: async ({ email }) =>
    given(
      await call(deskPaths.giveRole, { email, role: 'staff', reason: 'New' }, await signIn(server, 'owner')),
    ),
  company: async ({ email }) => {
    const owner = await signIn(server, 'owner');
    const made = await callAs(deskPaths.saveCompany, { ...companyDetails, id: '', name: email }, owner);
    const fields = { company_id: dataOf(made).id, email };
    return given(await call(deskPaths.addCompanyMember, fields, owner));
  },
  acceptInvitation: async ({ email, id }) => {
    const owner = await signIn(server, 'owner');
    const invited = await call(deskPaths.invite, { email, role: 'staff', reason: 'Starts' }, owner);
    expect(code(invited)).toBe('done');
    const [token] = await tokensTo(server, email, 'staff-invitation');
    const before = id === undefined ? null : accountKind(await userById(id));
    const password = before === 'proven' || before === 'unproven' ? PASSWORD : OTHER;
    const person = id === undefined && { first_name: 'Asha', phone: '+919840012345' };
    const response = await call(paths.acceptInvitation, { token, password, ...person });
    if (response.status !== 200) return 'refuse';
    expect(await userOf(email)).toMatchObject({ role: 'staff', ...(id !== undefined && { id }) });
    expect(accountKind((await userOf(email))!)).toBe('proven');
    expect(await canSignIn(email, password)).toBe(true);
    if (id === undefined) return 'make';
    return before === 'proven' ? 'give' : before === 'unproven' ? 'confirm' : 'hand-over';
  },
  register: async ({ email }) => {
    const response = await call(paths.register, registration(email, OTHER));
    const kinds = (await emailsTo(server, email)).map(({ kind }) => kind);
    if (response.status === 201) return 'make';
    if (code(response) === 'email-taken') return 'inform';
    expect([code(response), kinds]).toEqual(['email-unconfirmed', ['confirm-address']]);
    return 'prove';
  },
  finishRegistration: async ({ email, id }) => {
    const token = await makeLink('confirm-address', email, null, {
      password_hash: await hashPassword(OTHER),
    });
    const response = await call(paths.confirmAddress, { token, password: OTHER });
    if (code(response) === 'earlier-account') {
      expect(code(await call(paths.readLink, { token }))).toBe('done');
      return 'choose';
    }
    if (response.status !== 200) return 'refuse';
    expect(await canSignIn(email, OTHER)).toBe(true);
    return (await userOf(email))?.id === id ? 'hand-over' : 'make';
  },
  changeAddress: async ({ email }) => {
    const user = await makeAccount('proven');
    const response = await call(paths.changeAddress, { email, password: PASSWORD }, user.session);
    expect([response.status, response.body]).toEqual([200, { data: { done: true } }]);
    const kinds = (await emailsTo(server, email)).map(({ kind }) => kind);
    return kinds.join() === 'confirm-address' ? 'prove' : kinds.length === 1 ? 'inform' : 'refuse';
  },
  moveAddress: async ({ email, id }) => {
    const user = await makeAccount('proven');
    const token = await makeLink('confirm-address', email, user.id ?? null);
    const response = await call(paths.confirmAddress, { token }, user.session);
    if (response.status !== 200) return 'refuse';
    expect((await userOf(email))?.id).toBe(user.id);
    return id !== undefined && accountKind(await userById(id)) === 'lost-address' ? 'release' : 'give';
  },
};

interface OwnAccount extends Account {
  readonly id: string;
  /** A link to the account's address, from before it lost the address or was closed. */
  readonly token: string;
}

const atDesk =
  (path: string, fields: Record<string, unknown>) =>
  async ({ id }: OwnAccount) =>
    given(await call(path, { user_id: id, reason: 'Test', ...fields }, await signIn(server, 'owner')));

let sales = 0;
const accountDrivers: Record<
  AccountDoor,
  { readonly purpose: LinkPurpose; readonly act: (account: OwnAccount) => Promise<DoorEffect> }
> = {
  membership: {
    purpose: 'confirm-address',
    act: atDesk(deskPaths.membership, {
      was_member: true,
      was_monthly: '0',
      is_member: true,
      monthly_points: '4',
    }),
  },
  sell: {
    purpose: 'confirm-address',
    act: async ({ id }) => {
      sales += 1;
      const desk = await signIn(server, 'desk');
      const fields = { ...sale(''), phone: `+9198401${10_000 + sales}`, user_id: id, method: 'cash' };
      const response = await call(deskPaths.sell, fields, desk);
      if (response.status === 200) return 'give';
      const taken = await call(deskPaths.sell, { ...fields, takes_address: 'true' }, desk);
      return taken.status === 200 ? 'warn' : 'refuse';
    },
  },
  addAddress: {
    purpose: 'confirm-address',
    act: async ({ id }) => {
      const email = `added-${id}@identity.example`;
      const effect = given(
        await call(deskPaths.addAddress, { user_id: id, email }, await signIn(server, 'desk')),
      );
      if (effect === 'give') expect(accountKind(await userById(id))).toBe('desk-made');
      return effect;
    },
  },
  deskClose: {
    purpose: 'confirm-address',
    act: async (account) => {
      const closing = { lost_points: '10' };
      if ((await atDesk(deskPaths.closePerson, closing)(account)) === 'refuse') return 'refuse';
      expect(accountKind(await userById(account.id))).toBe('closed');
      return 'close';
    },
  },
  points: { purpose: 'confirm-address', act: atDesk(deskPaths.grantPoints, { points: '2', balance: '10' }) },
  confirm: {
    purpose: 'confirm-address',
    act: async ({ token, id }) => {
      const response = await call(paths.confirmAddress, { token, password: PASSWORD });
      if (response.status !== 200) return 'refuse';
      expect(accountKind(await userById(id))).toBe('proven');
      return 'confirm';
    },
  },
  claim: {
    purpose: 'confirm-address',
    act: async ({ token, email, session }) => {
      const response = await call(paths.claimAccount, { token, password: OTHER });
      if (response.status !== 200) return 'refuse';
      expect(await canSignIn(email, OTHER)).toBe(true);
      if (session) expect((await call(paths.refresh, { token: session.refresh })).status).toBe(401);
      return 'hand-over';
    },
  },
  disown: {
    purpose: 'confirm-address',
    act: async ({ token, id }) => {
      const before = accountKind(await userById(id));
      await call(paths.disown, { token });
      const after = accountKind(await userById(id));
      return after === before ? 'refuse' : after === 'lost-address' ? 'release' : 'close';
    },
  },
  reset: {
    purpose: 'reset',
    act: async ({ token, email, session }) => {
      const response = await call(paths.resetPassword, { token, password: OTHER });
      if (response.status !== 200) return 'refuse';
      expect(await canSignIn(email, OTHER)).toBe(true);
      if (session) expect((await call(paths.refresh, { token: session.refresh })).status).toBe(401);
      return 'hand-over';
    },
  },
  close: {
    purpose: 'confirm-address',
    act: async ({ session, id }) => {
      const response = await call(paths.closeAccount, { password: PASSWORD }, session);
      if (response.status !== 200) return 'refuse';
      expect(accountKind(await userById(id))).toBe('closed');
      return 'close';
    },
  },
};

/** Turns an unproven account into a kind that no address leads to. */
async function lose(kind: AccountKind, { id, session }: OwnAccount): Promise<void> {
  if (kind === 'closed') {
    dataOf(await post<Data>(server, paths.closeAccount, { password: PASSWORD }, { token: session?.access }));
  } else if (kind === 'lost-address') {
    const user = await userById(id);
    await inTransaction(server.database, (tx) => releaseAddress(tx, deps(), user));
  }
}

describe('a door that finds an account by its address', () => {
  const cases = Object.entries(addressDoors).flatMap(([door, effects]) =>
    Object.entries(effects).map(([kind, effect]) => ({ door, kind, effect })),
  );
  test.each(cases)('$door, $kind: $effect', async ({ door, kind, effect }) => {
    const account = await makeAccount(kind as AddressKind);
    expect(await addressDrivers[door as AddressDoor](account)).toBe(effect);
  });
});

describe('a door that is about one account', () => {
  const cases = Object.entries(accountDoors).flatMap(([door, effects]) =>
    Object.entries(effects).map(([kind, effect]) => ({ door, kind, effect })),
  );
  test.each(cases)('$door, $kind: $effect', async ({ door, kind, effect }) => {
    const isLost = kind === 'lost-address' || kind === 'closed';
    const account = await makeAccount(isLost ? 'unproven' : (kind as AddressKind | 'phone-only'));
    const { purpose, act } = accountDrivers[door as AccountDoor];
    const id = account.id ?? '';
    const own = { ...account, id, token: await makeLink(purpose, account.email, id) };
    await lose(kind as AccountKind, own);
    expect(await act(own)).toBe(effect);
  });
});
