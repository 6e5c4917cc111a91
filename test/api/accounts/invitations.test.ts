import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditResponse, StaffResponse } from '../../../contract/desk/desk.ts';
import type { InvitationsResponse } from '../../../contract/desk/invitations.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { paths } from '../../../contract/paths.ts';
import type { StaffRole } from '../../../domain/account/roles.ts';
import { eraseOldData } from '../../../server/profile/eraseOldData.ts';
import { accounts, get, post, signIn, type ErrorResponse, type SignedIn } from '../client.ts';
import { emailsTo, tokensTo } from '../linkInEmail.ts';
import { START, startServer, type TestServer } from '../startServer.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let owner: SignedIn;
const log: string[] = [];
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => log.push(line) } });
  owner = await signIn(server, 'owner');
});
afterAll(() => server.close());

const asOwner = (path: string, fields: Record<string, unknown>) =>
  post<ErrorResponse['body']>(server, path, fields, { token: owner.access });
const outcome = async (call: Promise<ErrorResponse>) => {
  const { status, body } = await call;
  return status === 200 ? 'done' : body.error.code;
};
const invite = (email: string, role: StaffRole = 'staff', reason = 'Starts on Monday') =>
  asOwner(deskPaths.invite, { email, role, reason });
const open = async () =>
  (await get<InvitationsResponse>(server, deskPaths.invitations, owner.access)).body.data;
const openTo = async (email: string) => (await open()).find((each) => each.email === email);
const lastToken = async (email: string) => (await tokensTo(server, email, 'staff-invitation')).at(-1) ?? '';
const person = { first_name: 'Kala', last_name: 'Raman', phone: '9840012345', password: 'Books-of-2025!' };
const accept = (token: string, fields: Record<string, unknown> = person, session?: SignedIn) =>
  post<ErrorResponse['body']>(
    server,
    paths.acceptInvitation,
    { token, ...fields },
    { token: session?.access },
  );
const read = (token: string, session?: SignedIn) =>
  post<ErrorResponse['body'] & { data: object }>(
    server,
    paths.readLink,
    { token },
    { token: session?.access },
  );
const audit = async () => (await get<AuditResponse>(server, deskPaths.audit, owner.access)).body.data;
const roleAtDesk = async (email: string, password: string) => {
  const { body } = await post<SignedIn>(server, paths.login, { email, password });
  const me = await get<StaffResponse>(server, deskPaths.staff, body.access);
  return me.status === 200 ? me.body.data.role : me.status;
};

describe('an invited person without an account', () => {
  const email = 'kala@example.com';

  test('gets an email whose link names the role, and becomes staff with a name and a password', async () => {
    expect(await outcome(invite(email, 'bookkeeper'))).toBe('done');
    expect((await emailsTo(server, email)).map(({ kind }) => kind)).toEqual(['staff-invitation']);
    expect(await openTo(email)).toMatchObject({
      role: 'bookkeeper',
      invited_by: 'Omana Raman',
      usable_until: new Date(START + 7 * DAY_MS).toISOString(),
    });
    const token = await lastToken(email);
    expect((await read(token)).body.data).toEqual({
      action: 'invitation',
      email,
      account: null,
      device: null,
      is_own: false,
      role: 'bookkeeper',
    });
    const missing = await accept(token, { password: person.password });
    expect([missing.status, missing.body.error.fields]).toEqual([
      400,
      { first_name: 'must not be empty', phone: 'must not be empty' },
    ]);
    expect(await outcome(accept(token, { ...person, password: 'short' }))).toBe('bad-input');
    expect(await outcome(accept(token))).toBe('done');
    expect(await roleAtDesk(email, person.password)).toBe('bookkeeper');
    expect(await openTo(email)).toBeUndefined();
  });

  test('cannot use the link twice', async () => {
    const token = await lastToken(email);
    expect(await outcome(accept(token))).toBe('link-over');
    expect((await read(token)).body.error.code).toBe('link-over');
  });

  test('is in the audit with the reason of the owner, and as the author of the acceptance', async () => {
    const entries = (await audit()).slice(0, 2);
    expect(entries.map(({ by, action, was, became, reason }) => [by, action, was, became, reason])).toEqual([
      [
        'Kala Raman',
        'invitation accepted',
        { role: 'customer' },
        { role: 'bookkeeper', invitation_id: entries[1]?.subject_id },
        null,
      ],
      ['Omana Raman', 'invited', null, { role: 'bookkeeper' }, 'Starts on Monday'],
    ]);
    expect(entries[1]?.names).toEqual({ [entries[1]?.subject_id ?? '']: email });
    const stored = JSON.stringify(entries.map(({ names: _names, ...entry }) => entry));
    expect(stored).not.toContain(email);
  });

  test('who presses twice gets the role once', async () => {
    await invite('twice@example.com');
    const token = await lastToken('twice@example.com');
    const outcomes = await Promise.all([outcome(accept(token)), outcome(accept(token))]);
    expect(outcomes.toSorted()).toEqual(['done', 'link-over']);
  });
});

describe('an invited person with an account', () => {
  const { email, password } = accounts.guest;
  const endRole = () => asOwner(deskPaths.giveRole, { email, role: 'customer', reason: 'Left' });

  test('needs a session of that account or its password: nobody else can use the link', async () => {
    await invite(email, 'manager');
    const token = await lastToken(email);
    const member = await signIn(server, 'member');
    expect((await read(token, member)).body.data).toMatchObject({ is_own: false, role: 'manager' });
    expect(await outcome(accept(token, {}, member))).toBe('wrong-password');
    expect(await outcome(accept(token, { password: accounts.member.password }, member))).toBe(
      'wrong-password',
    );
    expect(await outcome(accept(token, { ...person }))).toBe('wrong-password');
    expect(await roleAtDesk(email, password)).toBe(403);
    expect(await outcome(accept(token, { password }))).toBe('done');
    expect(await roleAtDesk(email, password)).toBe('manager');
    expect(await endRole()).toMatchObject({ status: 200 });
  });

  test('accepts with a session, without a password', async () => {
    await invite(email);
    const guest = await signIn(server, 'guest');
    expect((await read(await lastToken(email), guest)).body.data).toMatchObject({ is_own: true });
    expect(await outcome(accept(await lastToken(email), {}, guest))).toBe('done');
    expect(await roleAtDesk(email, password)).toBe('staff');
  });

  test('is not invited once more while the account has a role, and a role that is given ends the invitation', async () => {
    expect((await invite(email)).body.error.fields).toEqual({
      email: 'has a role already, which you can change',
    });
    await endRole();
    await invite(email, 'manager');
    const token = await lastToken(email);
    await asOwner(deskPaths.giveRole, { email, role: 'staff', reason: 'Stands in' });
    expect(await openTo(email)).toBeUndefined();
    expect(await outcome(accept(token, { password }))).toBe('link-over');
    expect(await roleAtDesk(email, password)).toBe('staff');
    await endRole();
  });

  test('is refused when the account is blocked, before and after the invitation', async () => {
    const block = (is_blocked: boolean) =>
      server.database.updateTable('app_user').set({ is_blocked }).where('email', '=', email).execute();
    await block(true);
    expect((await invite(email)).body.error.fields).toEqual({ email: 'belongs to a blocked account' });
    await block(false);
    await invite(email);
    await block(true);
    expect(await outcome(accept(await lastToken(email), { password }))).toBe('not-allowed');
    await block(false);
    expect(await outcome(accept(await lastToken(email), { password }))).toBe('done');
    await endRole();
  });
});

describe('an invitation', () => {
  test('is made once, also by two calls at once, and with one role', async () => {
    const email = 'once@example.com';
    expect(await Promise.all([outcome(invite(email)), outcome(invite(email))])).toEqual(['done', 'done']);
    expect(await outcome(invite('ONCE@example.com'))).toBe('done');
    expect(await emailsTo(server, email)).toHaveLength(1);
    expect((await open()).filter((each) => each.email === email)).toHaveLength(1);
    expect((await invite(email, 'owner')).body.error.fields).toEqual({
      email: 'is invited as a member of staff: withdraw that invitation first',
    });
    expect((await audit()).filter(({ action }) => action === 'invited')[0]?.became).toEqual({
      role: 'staff',
    });
  });

  test('is never ended by another call for the same address at the same time', async () => {
    for (const email of Array.from({ length: 20 }, (_, n) => `at-once-${n}@example.com`)) {
      const calls = [1, 2, 3].map(() => outcome(invite(email)));
      expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
      expect(await emailsTo(server, email)).toHaveLength(1);
    }
  });

  test('is sent again with another link, which ends the previous one, but not without limit', async () => {
    const email = 'again@example.com';
    await invite(email);
    const first = await lastToken(email);
    server.clock.now += 60_000;
    const id = (await openTo(email))?.id;
    const again = () => outcome(asOwner(deskPaths.sendInvitation, { invitation_id: id }));
    expect(await again()).toBe('done');
    expect(await outcome(accept(first))).toBe('link-over');
    expect((await audit())[0]).toMatchObject({ action: 'invitation sent again', subject_id: id });
    const outcomes = [await again(), await again(), await again(), await again()];
    expect(outcomes).toEqual(['done', 'done', 'done', 'too-many-requests']);
    expect(await outcome(accept(await lastToken(email)))).toBe('done');
    expect(await again()).toBe('not-found');
  });

  test('ends after a week, and can be sent again or renewed', async () => {
    const email = 'late@example.com';
    await invite(email);
    const token = await lastToken(email);
    server.clock.now += 7 * DAY_MS + 1;
    owner = await signIn(server, 'owner');
    expect((await openTo(email))?.usable_until).toBeNull();
    expect(await outcome(accept(token))).toBe('link-over');
    expect(await outcome(invite(email, 'manager'))).toBe('done');
    expect(await openTo(email)).toMatchObject({ role: 'manager' });
    expect(await outcome(accept(await lastToken(email)))).toBe('done');
    expect(await roleAtDesk(email, person.password)).toBe('manager');
  });

  test('can be withdrawn, with a reason', async () => {
    const email = 'withdrawn@example.com';
    await invite(email);
    const id = (await openTo(email))?.id;
    const withdraw = (reason: string) =>
      outcome(asOwner(deskPaths.withdrawInvitation, { invitation_id: id, reason }));
    expect(await withdraw(' ')).toBe('bad-input');
    expect(await withdraw('Has changed her mind')).toBe('done');
    expect(await withdraw('Has changed her mind')).toBe('not-found');
    expect(await openTo(email)).toBeUndefined();
    expect(await outcome(accept(await lastToken(email)))).toBe('link-over');
    expect((await audit())[0]).toMatchObject({
      action: 'invitation withdrawn',
      was: { role: 'staff' },
      became: null,
      reason: 'Has changed her mind',
    });
  });

  test('is ended by a person who did not expect it', async () => {
    const email = 'declined@example.com';
    await invite(email);
    const token = await lastToken(email);
    expect(await outcome(post<ErrorResponse['body']>(server, paths.disown, { token }))).toBe('done');
    expect(await outcome(accept(token))).toBe('link-over');
    expect(await openTo(email)).toBeUndefined();
    expect((await audit())[0]).toMatchObject({ action: 'invitation declined', by: 'the invited person' });
  });

  test('is worth nothing when its owner is no owner any more, until another owner sends it', async () => {
    const email = 'orphan@example.com';
    await invite(email);
    const token = await lastToken(email);
    const setRole = (role: 'owner' | 'manager') =>
      server.database.updateTable('app_user').set({ role }).where('id', '=', owner.user_id).execute();
    await setRole('manager');
    expect(await outcome(accept(token))).toBe('link-over');
    await setRole('owner');
    expect(await outcome(accept(token))).toBe('done');
  });

  test('leaves no token in the outbox, in the log or in the database', async () => {
    const email = 'secret@example.com';
    await invite(email);
    const token = await lastToken(email);
    const tables = await Promise.all([
      server.database.selectFrom('letter').selectAll().execute(),
      server.database.selectFrom('account_link').selectAll().execute(),
      server.database.selectFrom('staff_invitation').selectAll().execute(),
      server.database.selectFrom('audit_entry').selectAll().execute(),
    ]);
    await accept(token);
    expect(JSON.stringify(tables)).not.toContain(token);
    expect(log.join('')).toContain(paths.acceptInvitation);
    expect(log.join('')).not.toContain(token);
  });

  test('leaves nothing of an account that is closed', async () => {
    const email = 'closing@example.com';
    await invite(email);
    await accept(await lastToken(email));
    await asOwner(deskPaths.giveRole, { email, role: 'customer', reason: 'Left' });
    const { body } = await post<SignedIn>(server, paths.login, { email, password: person.password });
    await post(server, paths.closeAccount, { password: person.password }, { token: body.access });
    const rows = await Promise.all([
      server.database.selectFrom('staff_invitation').select('id').where('email', '=', email).execute(),
      server.database.selectFrom('account_link').select('id').where('email', '=', email).execute(),
    ]);
    expect(rows).toEqual([[], []]);
  });

  test('is forgotten a month after it has ended', async () => {
    const count = async () =>
      (
        await server.database
          .selectFrom('staff_invitation')
          .select('id')
          .where('ended_at', 'is not', null)
          .execute()
      ).length;
    expect(await count()).toBeGreaterThan(3);
    server.clock.now += 31 * DAY_MS;
    owner = await signIn(server, 'owner');
    await invite('next@example.com');
    expect(await count()).toBe(0);
  });

  test('is forgotten by the hourly clean-up, too', async () => {
    const list = () => server.database.selectFrom('staff_invitation').select('id').execute();
    expect(await list()).not.toEqual([]);
    server.clock.now += 400 * DAY_MS;
    await eraseOldData({ database: server.database, now: () => server.clock.now });
    expect(await list()).toEqual([]);
  });
});
