import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditResponse, type RolesResponse, type StaffResponse } from '../../contract/desk.ts';
import { deskPaths } from '../../contract/deskPaths.ts';
import { hasRole, roles, type Role } from '../../domain/roles.ts';
import requireRole, { type StaffRoute } from '../../server/desk/requireRole.ts';
import { giveRole } from '../../server/desk/roles.ts';
import { operatorChange, staffChange, type Staff } from '../../server/desk/staffChange.ts';
import { migrate } from '../../server/database/migrate.ts';
import { seed } from '../../server/seed/seed.ts';
import Fastify from 'fastify';
import { get, post, signIn, type ErrorAnswer, type SignedIn } from './client.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { START, startServer, type TestServer } from './startServer.ts';

/** Every route of the desk with the role that it needs. A new route is added here, with what its role should be. */
const table: readonly StaffRoute[] = [
  { method: 'GET', url: deskPaths.staff, role: 'staff' },
  { method: 'GET', url: deskPaths.roles, role: 'owner' },
  { method: 'POST', url: deskPaths.giveRole, role: 'owner' },
  { method: 'GET', url: deskPaths.audit, role: 'staff' },
  { method: 'GET', url: deskPaths.dayPlan, role: 'staff' },
  { method: 'GET', url: deskPaths.booking, role: 'staff' },
  { method: 'POST', url: deskPaths.arrival, role: 'staff' },
  { method: 'POST', url: deskPaths.note, role: 'staff' },
  { method: 'POST', url: deskPaths.cancel, role: 'staff' },
  { method: 'POST', url: deskPaths.move, role: 'staff' },
  { method: 'POST', url: deskPaths.walkIn, role: 'staff' },
  { method: 'GET', url: deskPaths.blockOuts, role: 'staff' },
  { method: 'POST', url: deskPaths.makeBlockOut, role: 'staff' },
  { method: 'POST', url: deskPaths.fillBlockOut, role: 'staff' },
  { method: 'POST', url: deskPaths.removeBlockOut, role: 'staff' },
];

let server: TestServer;
/** Somebody of each role, and the tokens of each. */
let people: Record<Role, SignedIn>;
let staff: Staff;
beforeAll(async () => {
  server = await startServer();
  people = {
    customer: await signIn(server, 'guest'),
    staff: await signIn(server, 'desk'),
    manager: await signIn(server, 'member'),
    owner: await signIn(server, 'owner'),
  };
  await setRole(people.manager.user_id, 'manager');
  staff = { id: people.staff.user_id, name: 'Divya Raman', role: 'staff' };
});
afterAll(() => server.close());

const setRole = (id: string, role: Role) =>
  server.database.updateTable('app_user').set({ role }).where('id', '=', id).execute();
const ask = ({ method, url }: Pick<StaffRoute, 'method' | 'url'>, token?: string): Promise<ErrorAnswer> =>
  method === 'GET' ? get(server, url, token) : post(server, url, {}, { token });
const audit = async (query = '') =>
  (await get<AuditResponse>(server, `${deskPaths.audit}${query}`, people.staff.access)).body;

describe('every route of the desk', () => {
  test('is in the table, with its role', () => {
    const sorted = (routes: readonly StaffRoute[]) =>
      routes.toSorted((a, b) => `${a.url} ${a.method}`.localeCompare(`${b.url} ${b.method}`));
    expect(sorted(server.app.staffRoutes)).toEqual(sorted(table));
  });

  test.each(table)('$method $url refuses a visitor, and anybody below $role', async (route) => {
    expect((await ask(route)).status).toBe(401);
    for (const role of roles) {
      const { status, body } = await ask(route, people[role].access);
      const outcome = status === 403 ? body.error.code : 'answered';
      expect([role, outcome]).toEqual([role, hasRole(role, route.role) ? 'answered' : 'not-allowed']);
      expect(status).not.toBe(401);
    }
  });

  test.each(['/api/desk', '/api/desk/new/', '/api/desk/new/:id'])(
    'must name a role: a server with %s does not start',
    async (url) => {
      const app = Fastify();
      app.decorate('requireSession', async () => undefined);
      await app.register(requireRole, { database: server.database });
      expect(() => app.get(url, () => 'anything')).toThrow('names no role');
      expect(() => app.get(`${url}-with`, { config: { role: 'staff' } }, () => 'anything')).not.toThrow();
      await app.close();
    },
  );

  test('reads the role of the account at each call', async () => {
    const { access, user_id } = people.manager;
    const me = () => get<StaffResponse>(server, deskPaths.staff, access);
    expect((await me()).body.data).toEqual({ id: user_id, name: 'Meera Raman', role: 'manager' });
    await setRole(user_id, 'customer');
    expect((await me()).status).toBe(403);
    await setRole(user_id, 'manager');
    await server.database
      .updateTable('app_user')
      .set({ is_blocked: true })
      .where('id', '=', user_id)
      .execute();
    expect((await me()).status).toBe(403);
    await server.database
      .updateTable('app_user')
      .set({ is_blocked: false })
      .where('id', '=', user_id)
      .execute();
    expect((await me()).status).toBe(200);
  });
});

describe('an owner', () => {
  const give = (email: string, role: Role, why = 'starts on Monday') =>
    post<ErrorAnswer['body']>(
      server,
      deskPaths.giveRole,
      { email, role, reason: why },
      { token: people.owner.access },
    );
  const outcome = async (call: Promise<ErrorAnswer>) => {
    const { status, body } = await call;
    return status === 200 ? 'done' : body.error.code;
  };

  test('gives a role and takes it, and both are in the audit', async () => {
    expect(await outcome(give('guest@example.com', 'staff'))).toBe('done');
    expect(await outcome(give('guest@example.com', 'staff'))).toBe('done');
    expect((await ask({ method: 'GET', url: deskPaths.staff }, people.customer.access)).status).toBe(200);
    const { body } = await get<RolesResponse>(server, deskPaths.roles, people.owner.access);
    expect(body.data.map(({ email, role }) => [email, role])).toEqual([
      ['owner@example.com', 'owner'],
      ['member@example.com', 'manager'],
      ['desk@example.com', 'staff'],
      ['guest@example.com', 'staff'],
    ]);
    expect(await outcome(give('guest@example.com', 'customer', 'left'))).toBe('done');
    expect((await ask({ method: 'GET', url: deskPaths.staff }, people.customer.access)).status).toBe(403);
    const { data } = await audit(`?subject=account&subject_id=${people.customer.user_id}`);
    expect(data.map(({ by, action, was, became, reason }) => [by, action, was, became, reason])).toEqual([
      ['Omana Raman', 'role given', { role: 'staff' }, { role: 'customer' }, 'left'],
      ['Omana Raman', 'role given', { role: 'customer' }, { role: 'staff' }, 'starts on Monday'],
    ]);
  });

  test('cannot leave the house without an owner, nor give a role to nobody or without a reason', async () => {
    expect(await outcome(give('owner@example.com', 'staff'))).toBe('last-owner');
    expect(await outcome(give('nobody@example.com', 'staff'))).toBe('not-found');
    expect(await outcome(give('guest@example.com', 'staff', ' '))).toBe('bad-input');
  });

  test('gives no role to an address that nobody has confirmed', async () => {
    const confirm = (at: Date | null) =>
      server.database
        .updateTable('app_user')
        .set({ email_confirmed_at: at })
        .where('email', '=', 'guest@example.com')
        .execute();
    await confirm(null);
    expect(await outcome(give('guest@example.com', 'staff'))).toBe('email-unconfirmed');
    await confirm(new Date(START));
  });
});

describe('the audit', () => {
  const note = (id: string) => ({
    action: 'tested',
    subject: 'booking' as const,
    subjectId: id,
    was: null,
    became: { id },
  });
  const change = (work: Parameters<typeof staffChange>[1], role: 'staff' | 'owner' = 'staff') =>
    staffChange({ database: server.database, now: () => START, staff, role }, work);

  test('has an entry when the change is committed, and none when it fails', async () => {
    await change(async () => ({ result: null, changes: [note('kept')] }));
    await expect(
      change(async (tx) => {
        await tx.updateTable('app_user').set({ phone: '+919840099999' }).execute();
        throw new Error('half done');
      }),
    ).rejects.toThrow('half done');
    expect(
      (await audit('?subject=booking')).data.map(({ subject_id, by, at }) => [subject_id, by, at]),
    ).toEqual([['kept', 'Divya Raman', new Date(START).toISOString()]]);
  });

  test('refuses to be changed, shortened or emptied', async () => {
    const only = 'the audit only grows';
    const { database } = server;
    await expect(database.updateTable('audit_entry').set({ reason: 'another' }).execute()).rejects.toThrow(
      only,
    );
    await expect(database.deleteFrom('audit_entry').execute()).rejects.toThrow(only);
    await expect(sql`truncate audit_entry`.execute(database)).rejects.toThrow(only);
  });

  test('a change by somebody who was demoted after the call began is refused', async () => {
    await setRole(staff.id, 'customer');
    await expect(change(async () => ({ result: null, changes: [] }))).rejects.toMatchObject({
      code: 'not-allowed',
    });
    await setRole(staff.id, 'staff');
    await expect(change(async () => ({ result: null, changes: [] }), 'owner')).rejects.toMatchObject({
      code: 'not-allowed',
    });
  });

  test('is read page by page, the newest first', async () => {
    await change(async () => ({
      result: null,
      changes: Array.from({ length: 60 }, (_, index) => note(String(index))),
    }));
    const first = await audit('?subject=booking');
    const rest = await audit(`?subject=booking&before=${first.next}`);
    expect(first.data.map(({ subject_id }) => subject_id)).toEqual(
      Array.from({ length: 50 }, (_, index) => String(59 - index)),
    );
    expect(rest.data).toHaveLength(11);
    expect(rest.next).toBeNull();
  });
});

test('production has no demo account of the staff, not even one from before', async () => {
  const open = await emptyDatabase();
  const { database } = open;
  await migrate(database);
  const withRole = () =>
    database
      .selectFrom('app_user')
      .select('email')
      .where('role', '<>', 'customer')
      .orderBy('email')
      .execute();
  await seed(database, { demo: true, production: true, now: START });
  expect(await withRole()).toEqual([]);
  expect(
    await database.selectFrom('app_user').select('id').where('email', 'like', 'desk@%').execute(),
  ).toEqual([]);
  await seed(database, { demo: true, now: START });
  expect((await withRole()).map(({ email }) => email)).toEqual(['desk@example.com', 'owner@example.com']);
  await seed(database, { demo: false, production: true, now: START });
  expect(await withRole()).toEqual([]);
  expect(await database.selectFrom('audit_entry').select('staff_name').execute()).toHaveLength(2);

  // The command of an operator: the first owner of a house.
  const first = await operatorChange(database, START, 'make-owner', (tx) =>
    giveRole(tx, { email: 'MEMBER@example.com', role: 'owner' }),
  );
  expect(first).toEqual({ role: 'owner' });
  expect((await withRole()).map(({ email }) => email)).toEqual(['member@example.com']);
  await open.close();
});
