import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditResponse, type RolesResponse, type StaffResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { MemberDetailsResponse } from '../../../contract/account/member.ts';
import { paths } from '../../../contract/paths.ts';
import type { SecondFactorSetupResponse } from '../../../contract/account/secondFactor.ts';
import { hasRole, roles, type Role } from '../../../domain/account/roles.ts';
import requireRole, { type StaffRoute } from '../../../server/desk/requireRole.ts';
import { giveRole } from '../../../server/desk/roles.ts';
import { operatorChange, staffChange, type Staff } from '../../../server/audit/staffChange.ts';
import { createSessions } from '../../../server/account/session/sessions.ts';
import { seed } from '../../../server/seed/seed.ts';
import { demoAccounts } from '../../../server/seed/demoAccounts.ts';
import { passwordMatches } from '../../../server/account/passwords.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { get, post, signIn, type ErrorResponse, type SignedIn } from '../client.ts';
import { migratedDatabase } from '../seededDatabase.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

/** Every route of the desk with its required role. A new route has to be added here. */
const expectedRoutes: readonly StaffRoute[] = [
  { method: 'GET', url: deskPaths.staff, role: 'employee' },
  { method: 'GET', url: deskPaths.roles, role: 'owner' },
  { method: 'POST', url: deskPaths.giveRole, role: 'owner' },
  { method: 'GET', url: deskPaths.invitations, role: 'owner' },
  { method: 'POST', url: deskPaths.invite, role: 'owner' },
  { method: 'POST', url: deskPaths.sendInvitation, role: 'owner' },
  { method: 'POST', url: deskPaths.withdrawInvitation, role: 'owner' },
  { method: 'GET', url: deskPaths.setup, role: 'owner' },
  { method: 'GET', url: deskPaths.audit, role: 'staff' },
  { method: 'GET', url: deskPaths.dayPlan, role: 'staff' },
  { method: 'GET', url: deskPaths.booking, role: 'staff' },
  { method: 'POST', url: deskPaths.arrival, role: 'staff' },
  { method: 'POST', url: deskPaths.note, role: 'staff' },
  { method: 'POST', url: deskPaths.cancel, role: 'staff' },
  { method: 'POST', url: deskPaths.move, role: 'staff' },
  { method: 'POST', url: deskPaths.extend, role: 'staff' },
  { method: 'POST', url: deskPaths.extendByLink, role: 'staff' },
  { method: 'POST', url: deskPaths.shorten, role: 'staff' },
  { method: 'POST', url: deskPaths.walkIn, role: 'staff' },
  { method: 'GET', url: deskPaths.blockOuts, role: 'staff' },
  { method: 'POST', url: deskPaths.makeBlockOut, role: 'staff' },
  { method: 'POST', url: deskPaths.editBlockOut, role: 'staff' },
  { method: 'POST', url: deskPaths.exceptBlockOutDay, role: 'staff' },
  { method: 'POST', url: deskPaths.fillBlockOut, role: 'staff' },
  { method: 'POST', url: deskPaths.removeBlockOut, role: 'staff' },
  { method: 'GET', url: deskPaths.moveProposals, role: 'staff' },
  { method: 'POST', url: deskPaths.moveFromBlockOut, role: 'staff' },
  { method: 'GET', url: deskPaths.people, role: 'staff' },
  { method: 'GET', url: deskPaths.person, role: 'staff' },
  { method: 'POST', url: deskPaths.membership, role: 'manager' },
  { method: 'POST', url: deskPaths.confirmAgain, role: 'staff' },
  { method: 'POST', url: deskPaths.addAddress, role: 'staff' },
  { method: 'POST', url: deskPaths.closePerson, role: 'manager' },
  { method: 'POST', url: deskPaths.blockPerson, role: 'manager' },
  { method: 'POST', url: deskPaths.grantPoints, role: 'manager' },
  { method: 'POST', url: deskPaths.correctPoints, role: 'manager' },
  { method: 'GET', url: deskPaths.exportPoints, role: 'manager' },
  { method: 'POST', url: deskPaths.beginFactor, role: 'employee' },
  { method: 'POST', url: deskPaths.confirmFactor, role: 'employee' },
  { method: 'POST', url: deskPaths.proveFactor, role: 'employee' },
  { method: 'POST', url: deskPaths.resetFactor, role: 'owner' },
  { method: 'GET', url: deskPaths.enquiries, role: 'staff' },
  { method: 'GET', url: deskPaths.enquiry, role: 'staff' },
  { method: 'POST', url: deskPaths.replyToEnquiry, role: 'staff' },
  { method: 'POST', url: deskPaths.markEnquiry, role: 'staff' },
  { method: 'GET', url: deskPaths.report, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.payments, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.companies, role: 'employee' },
  { method: 'GET', url: deskPaths.company, role: 'employee' },
  { method: 'POST', url: deskPaths.saveCompany, role: 'manager' },
  { method: 'POST', url: deskPaths.invoiceCompany, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.addCompanyMember, role: 'manager' },
  { method: 'POST', url: deskPaths.removeCompanyMember, role: 'manager' },
  { method: 'POST', url: deskPaths.recordTransfer, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.removeTransfer, role: 'manager' },
  { method: 'GET', url: deskPaths.tills, role: 'staff' },
  { method: 'POST', url: deskPaths.closeTill, role: 'staff' },
  { method: 'GET', url: deskPaths.settlements, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.uploadSettlementReport, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.explainDifference, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.reportFile, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.taxDocuments, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.taxDocumentPdf, role: 'employee' },
  { method: 'GET', url: deskPaths.taxDocumentPrint, role: 'employee' },
  { method: 'POST', url: deskPaths.correctInvoice, role: 'manager' },
  { method: 'GET', url: deskPaths.monthDocument, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.makeMonthDocument, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.monthDocumentFile, role: 'bookkeeper' },
  { method: 'GET', url: deskPaths.monthArchive, role: 'bookkeeper' },
  { method: 'POST', url: deskPaths.sell, role: 'staff' },
  { method: 'GET', url: deskPaths.saleDates, role: 'staff' },
  { method: 'POST', url: deskPaths.makeLink, role: 'staff' },
  { method: 'POST', url: deskPaths.withdrawLink, role: 'staff' },
  { method: 'POST', url: deskPaths.resendEmails, role: 'staff' },
  { method: 'GET', url: deskPaths.money, role: 'employee' },
  { method: 'GET', url: deskPaths.provider, role: 'employee' },
  { method: 'POST', url: deskPaths.retryRefund, role: 'manager' },
  { method: 'POST', url: deskPaths.handBack, role: 'staff' },
  { method: 'POST', url: deskPaths.makeRefund, role: 'staff' },
  { method: 'POST', url: deskPaths.confirmRefund, role: 'manager' },
  { method: 'POST', url: deskPaths.declineRefund, role: 'staff' },
  { method: 'GET', url: deskPaths.refundLimits, role: 'owner' },
  { method: 'POST', url: deskPaths.saveRefundLimits, role: 'owner' },
  { method: 'GET', url: deskPaths.rooms, role: 'manager' },
  { method: 'POST', url: deskPaths.saveRoom, role: 'manager' },
  { method: 'POST', url: deskPaths.setPrice, role: 'manager' },
  { method: 'POST', url: deskPaths.removePrice, role: 'manager' },
  { method: 'POST', url: deskPaths.setRates, role: 'manager' },
  { method: 'POST', url: deskPaths.removeRates, role: 'manager' },
  { method: 'POST', url: deskPaths.archiveRoom, role: 'manager' },
  { method: 'POST', url: deskPaths.orderRooms, role: 'manager' },
  { method: 'GET', url: deskPaths.policy, role: 'owner' },
  { method: 'POST', url: deskPaths.setPolicy, role: 'owner' },
  { method: 'POST', url: deskPaths.removePolicy, role: 'owner' },
  { method: 'GET', url: deskPaths.business, role: 'owner' },
  { method: 'POST', url: deskPaths.saveBusiness, role: 'owner' },
  { method: 'POST', url: deskPaths.savePolicyText, role: 'owner' },
  { method: 'GET', url: deskPaths.posts, role: 'manager' },
  { method: 'GET', url: deskPaths.post, role: 'manager' },
  { method: 'POST', url: deskPaths.savePost, role: 'manager' },
  { method: 'POST', url: deskPaths.publishPost, role: 'manager' },
  { method: 'POST', url: deskPaths.unpublishPost, role: 'manager' },
  { method: 'POST', url: deskPaths.deletePost, role: 'manager' },
  { method: 'GET', url: deskPaths.events, role: 'manager' },
  { method: 'POST', url: deskPaths.saveEvent, role: 'manager' },
  { method: 'POST', url: deskPaths.removeEvent, role: 'manager' },
  { method: 'POST', url: deskPaths.addPicture, role: 'manager' },
];

let server: TestServer;
/** A signed-in account of each role. */
let people: Record<Role, SignedIn>;
let staff: Staff;
beforeAll(async () => {
  server = await startServer();
  people = {
    customer: await signIn(server, 'guest'),
    bookkeeper: await registerBookkeeper(),
    staff: await signIn(server, 'desk'),
    manager: await signIn(server, 'member'),
    owner: await signIn(server, 'owner'),
  };
  await setRole(people.manager.user_id, 'manager');
  await setRole(people.bookkeeper.user_id, 'bookkeeper');
  staff = { id: people.staff.user_id, name: 'Divya Raman', role: 'staff', second_factor: false };
});
afterAll(() => server.close());

async function registerBookkeeper(): Promise<SignedIn> {
  const { body } = await post<{ session: SignedIn }>(server, paths.register, {
    first_name: 'Kala',
    last_name: 'Raman',
    email: 'books@example.com',
    password: 'Books-of-2025!',
    phone: '9840012345',
  });
  return body.session;
}
const setRole = (id: string, role: Role) =>
  server.database.updateTable('app_user').set({ role }).where('id', '=', id).execute();
const requestRoute = (
  { method, url }: Pick<StaffRoute, 'method' | 'url'>,
  token?: string,
): Promise<ErrorResponse> => (method === 'GET' ? get(server, url, token) : post(server, url, {}, { token }));
const audit = async (query = '') =>
  (await get<AuditResponse>(server, `${deskPaths.audit}${query}`, people.staff.access)).body;

test('only staff have a link to the desk on their profile', async () => {
  const offered = await Promise.all(
    roles.map(async (role) => {
      const { user_id, access } = people[role];
      const query = `${paths.memberDetails}?uid=${user_id}`;
      return [role, (await get<MemberDetailsResponse>(server, query, access)).body.data.is_staff];
    }),
  );
  expect(Object.fromEntries(offered)).toEqual({
    customer: false,
    bookkeeper: true,
    staff: true,
    manager: true,
    owner: true,
  });
});

describe('every route of the desk', () => {
  test('is in the table with its role', () => {
    const sorted = (routes: readonly StaffRoute[]) =>
      routes.toSorted((a, b) => `${a.url} ${a.method}`.localeCompare(`${b.url} ${b.method}`));
    expect(sorted(server.app.staffRoutes)).toEqual(sorted(expectedRoutes));
  });

  test.each(expectedRoutes)(
    '$method $url refuses visitors and roles without the permissions of $role',
    async (route) => {
      expect((await requestRoute(route)).status).toBe(401);
      for (const role of roles) {
        const { status, body } = await requestRoute(route, people[role].access);
        const outcome = status === 403 ? body.error.code : 'answered';
        expect([role, outcome]).toEqual([role, hasRole(role, route.role) ? 'answered' : 'not-allowed']);
        expect(status).not.toBe(401);
      }
    },
  );

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

  test('a bookkeeper may have the documents of a month made, also after the role is read again', async () => {
    const month = { month: '2025-10' };
    const { status, body } = await post<ErrorResponse['body']>(server, deskPaths.makeMonthDocument, month, {
      token: people.bookkeeper.access,
    });
    expect([status, body.error.code]).toEqual([404, 'not-found']);
  });

  test('reads the role of the account at each call', async () => {
    const { access, user_id } = people.manager;
    const me = () => get<StaffResponse>(server, deskPaths.staff, access);
    expect((await me()).body.data).toEqual({
      id: user_id,
      name: 'Meera Raman',
      role: 'manager',
      second_factor: false,
      demo_details: [],
    });
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
  const give = (email: string, role: Role, reason = 'starts on Monday') =>
    post<ErrorResponse['body']>(
      server,
      deskPaths.giveRole,
      { email, role, reason },
      { token: people.owner.access },
    );
  const outcome = async (call: Promise<ErrorResponse>) => {
    const { status, body } = await call;
    return status === 200 ? 'done' : body.error.code;
  };

  test('can give and remove a role, and both changes are in the audit', async () => {
    expect(await outcome(give('guest@example.com', 'staff'))).toBe('done');
    expect(await outcome(give('guest@example.com', 'staff'))).toBe('done');
    expect((await requestRoute({ method: 'GET', url: deskPaths.staff }, people.customer.access)).status).toBe(
      200,
    );
    const { body } = await get<RolesResponse>(server, deskPaths.roles, people.owner.access);
    expect(body.data.map(({ email, role }) => [email, role])).toEqual([
      ['owner@example.com', 'owner'],
      ['member@example.com', 'manager'],
      ['desk@example.com', 'staff'],
      ['guest@example.com', 'staff'],
      ['books@example.com', 'bookkeeper'],
    ]);
    expect(await outcome(give('guest@example.com', 'customer', 'left'))).toBe('done');
    expect((await requestRoute({ method: 'GET', url: deskPaths.staff }, people.customer.access)).status).toBe(
      403,
    );
    const { data } = await audit(`?subject=account&subject_id=${people.customer.user_id}`);
    expect(data.map(({ by, action, was, became, reason }) => [by, action, was, became, reason])).toEqual([
      ['Omana Raman', 'role given', { role: 'staff' }, { role: 'customer' }, 'left'],
      ['Omana Raman', 'role given', { role: 'customer' }, { role: 'staff' }, 'starts on Monday'],
    ]);
  });

  test('cannot remove the last owner, and cannot give a role to an unknown account or without a reason', async () => {
    expect(await outcome(give('owner@example.com', 'staff'))).toBe('last-owner');
    expect(await outcome(give('nobody@example.com', 'staff'))).toBe('not-found');
    expect(await outcome(give('guest@example.com', 'staff', ' '))).toBe('bad-input');
  });

  test('cannot give a role to an account with an unconfirmed address', async () => {
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
  const auditEntry = (id: string) => ({
    action: 'tested',
    subject: 'booking' as const,
    subjectId: id,
    was: null,
    became: { id },
  });
  const change = (work: Parameters<typeof staffChange>[1], role: 'staff' | 'owner' = 'staff') =>
    staffChange({ database: server.database, now: () => START, staff, role }, work);

  test('has an entry when the change is committed, and none when it fails', async () => {
    await change(async () => ({ result: null, changes: [auditEntry('kept')] }));
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

  test('refuses updates, deletions and truncation', async () => {
    const only = 'the audit only grows';
    const { database } = server;
    await expect(database.updateTable('audit_entry').set({ reason: 'another' }).execute()).rejects.toThrow(
      only,
    );
    await expect(database.deleteFrom('audit_entry').execute()).rejects.toThrow(only);
    await expect(sql`truncate audit_entry`.execute(database)).rejects.toThrow(only);
  });

  test('a change is refused when its user was demoted after the call began', async () => {
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
      changes: Array.from({ length: 60 }, (_, index) => auditEntry(String(index))),
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

describe('the second factor', () => {
  const postAsStaff = (path: string, fields: Record<string, unknown> = {}, token = people.staff.access) =>
    post<ErrorResponse['body'] & SecondFactorSetupResponse>(server, path, fields, { token });
  const outcome = async (call: ReturnType<typeof postAsStaff>) => {
    const { status, body } = await call;
    return status === 200 ? 'done' : body.error.code;
  };
  const me = async (token?: string) => {
    const { status, body } = await get<StaffResponse & ErrorResponse['body']>(
      server,
      deskPaths.staff,
      token ?? people.staff.access,
    );
    return status === 200 ? body.data.second_factor : body.error.code;
  };
  let key: string;
  let recovery: readonly string[];
  const code = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: server.clock.now + steps * 30_000 });
  const confirm = (text: string) => outcome(postAsStaff(deskPaths.confirmFactor, { code: text }));
  const prove = (text: string, token?: string) =>
    outcome(postAsStaff(deskPaths.proveFactor, { code: text }, token));

  test('is active after its first code was entered, and then every other session needs it', async () => {
    const { body } = await postAsStaff(deskPaths.beginFactor);
    ({ key, recovery_codes: recovery } = body.data);
    expect(body.data.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    expect([new Set(recovery).size, await me()]).toEqual([10, false]);
    const other = (await signIn(server, 'desk')).access;
    expect(await me(other)).toBe(false);
    expect(await confirm('12345')).toBe('bad-input');
    expect(await confirm(code(-5))).toBe('bad-input');
    expect(await confirm(code())).toBe('done');
    expect([await me(), await me(other)]).toEqual([true, 'second-factor-needed']);
    // Each code works once, and the clock of the phone may differ by half a minute.
    expect(await prove(code(), other)).toBe('bad-input');
    expect(await prove(code(1).replace(/^.../, '$& '), other)).toBe('done');
    expect(await me(other)).toBe(true);
    expect(await outcome(postAsStaff(deskPaths.beginFactor, {}, other))).toBe('changed-meanwhile');
    const { data } = await audit(`?subject=account&subject_id=${people.staff.user_id}`);
    expect(data[0]?.action).toBe('second factor set up');
  });

  test('recovery codes work once each, and neither they nor the key can be read from the database', async () => {
    const other = (await signIn(server, 'desk')).access;
    expect(await prove(recovery[0]?.toUpperCase() ?? '', other)).toBe('done');
    expect(await prove(recovery[0] ?? '', other)).toBe('bad-input');
    const stored = await server.database
      .selectFrom('second_factor')
      .select(['sealed_secret', 'recovery_hashes'])
      .where('user_id', '=', people.staff.user_id)
      .executeTakeFirstOrThrow();
    expect(stored.recovery_hashes).toHaveLength(9);
    for (const secret of [key, ...recovery.map((each) => each.replace('-', ''))]) {
      expect(JSON.stringify(stored)).not.toContain(secret);
    }
  });

  test('wrong codes are limited, even when they are sent concurrently and the right code follows', async () => {
    const other = (await signIn(server, 'desk')).access;
    await Promise.all(Array.from({ length: 6 }, () => prove('000000', other)));
    expect(await prove(code(1), other)).toBe('too-many-requests');
    server.clock.now += 16 * 60_000;
    const later = (await signIn(server, 'desk')).access;
    expect(await prove(code(), later)).toBe('done');
  });

  test('can be reset only by an owner, which revokes the sessions of the account', async () => {
    const owner = (await signIn(server, 'owner')).access;
    const fields = { user_id: people.staff.user_id, reason: 'Has lost the phone' };
    const desk = await signIn(server, 'desk');
    expect(await outcome(postAsStaff(deskPaths.resetFactor, fields, desk.access))).toBe('not-allowed');
    expect(await outcome(postAsStaff(deskPaths.resetFactor, { ...fields, reason: '' }, owner))).toBe(
      'bad-input',
    );
    expect(await outcome(postAsStaff(deskPaths.resetFactor, fields, owner))).toBe('done');
    expect(await outcome(postAsStaff(deskPaths.resetFactor, fields, owner))).toBe('not-found');
    expect(await me(desk.access)).toBe('unauthenticated');
    expect(await me((await signIn(server, 'desk')).access)).toBe(false);
    server.clock.now = START;
  });

  test('is required for every route where the configuration requires it, except for setting it up', async () => {
    const app = Fastify();
    app.decorate('requireSession', async (request: FastifyRequest) => {
      request.user = { id: people.owner.user_id, isMember: false, sessionId: people.owner.user_id };
    });
    app.decorateRequest('user', null as never);
    await app.register(requireRole, { database: server.database, requireSecondFactor: true });
    app.setErrorHandler((error: { code?: string }) => ({ refused: error.code }));
    app.get('/api/desk/x', { config: { role: 'staff' } }, () => ({}));
    app.get('/api/desk/y', { config: { role: 'staff', secondFactor: false } }, () => ({}));
    const response = async (url: string) => (await app.inject(url)).json<object>();
    expect(await response('/api/desk/x')).toEqual({ refused: 'second-factor-missing' });
    expect(await response('/api/desk/y')).toEqual({});
    await app.close();
  });
});

test('production has no demo staff account, not even one from an earlier start without production', async () => {
  const open = await migratedDatabase();
  const { database } = open;
  const withRole = () =>
    database
      .selectFrom('app_user')
      .select('email')
      .where('role', '<>', 'customer')
      .orderBy('email')
      .execute();
  const passwordsOf = async (email: string) =>
    (
      await database
        .selectFrom('app_user')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).password_hash;
  const { passwords } = await seed(database, { demo: true, production: true, now: START });
  expect(passwords.map(({ email }) => email)).toEqual([
    'member@example.com',
    'guest@example.com',
    'blocked@example.com',
  ]);
  for (const { email, password } of passwords) {
    expect(await passwordMatches(await passwordsOf(email), password)).toBe(true);
    expect(demoAccounts.map((account) => account.password)).not.toContain(password);
  }
  expect((await seed(database, { demo: true, production: true, now: START })).passwords).toEqual([]);
  expect(await withRole()).toEqual([]);
  expect(
    await database.selectFrom('app_user').select('id').where('email', 'like', 'desk@%').execute(),
  ).toEqual([]);
  await seed(database, { demo: true, now: START });
  expect((await withRole()).map(({ email }) => email)).toEqual(['desk@example.com', 'owner@example.com']);
  const { passwords: replaced } = await seed(database, { demo: false, production: true, now: START });
  expect(replaced.map(({ email }) => email)).toEqual(['desk@example.com', 'owner@example.com']);
  expect(await passwordMatches(await passwordsOf('owner@example.com'), 'Owner-2025!')).toBe(false);
  expect(await withRole()).toEqual([]);
  expect(await database.selectFrom('audit_entry').select('staff_name').execute()).toHaveLength(2);

  // The operator's command that makes the first owner.
  const first = await operatorChange(database, START, 'make-owner', (tx) =>
    giveRole(
      tx,
      { email: 'MEMBER@example.com', role: 'owner' },
      createSessions(database, server.config, () => START),
      START,
    ),
  );
  expect(first).toEqual({ role: 'owner' });
  expect((await withRole()).map(({ email }) => email)).toEqual(['member@example.com']);
  await open.close();
});

test('the audit names what was changed, and is filtered by author, kind and day', async () => {
  const { database, clock } = server;
  const guest = people.customer;
  const entry = {
    at: new Date(clock.now),
    staff_id: null,
    action: 'booked',
    was: null,
    became: JSON.stringify({ user_id: guest.user_id, room_id: 2 }),
  };
  await database
    .insertInto('audit_entry')
    .values([
      { ...entry, staff_name: 'Nila Kumar', subject: 'account', subject_id: guest.user_id },
      {
        ...entry,
        staff_name: 'Nila Kumar',
        subject: 'room',
        subject_id: '2',
        at: new Date(clock.now - 86_400_000),
      },
    ])
    .execute();
  const { access } = await signIn(server, 'owner');
  const shown = async (query: string) =>
    (await get<AuditResponse>(server, `${deskPaths.audit}${query}`, access)).body;
  const found = await shown('?by=Nila%20Kumar');
  expect(found.data.map(({ subject }) => subject)).toEqual(['room', 'account']);
  expect(found.data[1]?.names).toEqual({
    [guest.user_id]: expect.stringMatching(/^\w+ \w+$/),
    2: 'Kolam Round',
  });
  expect(found.data[0]?.names).toMatchObject({ 2: 'Kolam Round' });
  const filtered = async (query: string) =>
    (await shown(`?by=Nila%20Kumar&${query}`)).data.map(({ subject }) => subject);
  expect(await filtered('subject=account')).toEqual(['account']);
  expect(await filtered('day=2025-11-20')).toEqual(['room']);
  expect(await filtered('day=2025-11-21')).toEqual(['account']);
  expect((await shown('?by=Nobody')).data).toEqual([]);
});
