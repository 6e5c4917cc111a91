import { randomBytes } from 'node:crypto';
import { halfPointsOf } from '../../domain/money/points.ts';
import type { Role } from '../../domain/account/roles.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { hashPassword, passwordMatches } from '../account/passwords.ts';
import { addUser, userByEmail } from '../account/users.ts';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { operatorChange } from '../audit/staffChange.ts';

export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  /** For the banner. */
  readonly purpose: string;
  readonly firstName: string;
  readonly points: number;
  readonly isMember: boolean;
  readonly isBlocked: boolean;
  readonly role?: Role;
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'member@example.com',
    password: 'Member-2025!',
    purpose: 'member, 20 Lit points',
    firstName: 'Meera',
    points: 20,
    isMember: true,
    isBlocked: false,
  },
  {
    email: 'guest@example.com',
    password: 'Guest-2025!',
    purpose: 'pays by card',
    firstName: 'Gautam',
    points: 0,
    isMember: false,
    isBlocked: false,
  },
  {
    email: 'blocked@example.com',
    password: 'Blocked-2025!',
    purpose: 'may not book',
    firstName: 'Bala',
    points: 20,
    isMember: true,
    isBlocked: true,
  },
  {
    email: 'desk@example.com',
    password: 'Desk-2025!',
    purpose: 'staff, works at /desk',
    firstName: 'Divya',
    points: 0,
    isMember: false,
    isBlocked: false,
    role: 'staff',
  },
  {
    email: 'owner@example.com',
    password: 'Owner-2025!',
    purpose: 'owner, gives roles at /desk',
    firstName: 'Omana',
    points: 0,
    isMember: false,
    isBlocked: false,
    role: 'owner',
  },
];

/** Whether the database has open demo accounts. */
export const hasDemoAccounts = async (database: Database): Promise<boolean> =>
  (await database
    .selectFrom('app_user')
    .select('id')
    .where(
      'email',
      'in',
      demoAccounts.map(({ email }) => email),
    )
    .where('closed_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** A demo account with the password that it got in production. */
export type NewPassword = Pick<DemoAccount, 'email' | 'password'>;

const randomPassword = (): string => randomBytes(15).toString('base64url');

/**
 * Adds missing demo accounts, with addresses confirmed at `now`. In production each has a random
 * password, and accounts with a role are left out. Returns the random passwords of the accounts that this call has added.
 */
export async function seedAccounts(
  database: Database,
  now: EpochMs,
  production: boolean,
): Promise<NewPassword[]> {
  const added: NewPassword[] = [];
  for (const account of demoAccounts) {
    if (production && account.role !== undefined) continue;
    if (await userByEmail(database, account.email)) continue;
    const password = production ? randomPassword() : account.password;
    const id = await addUser(database, {
      email: account.email,
      password_hash: await hashPassword(password),
      first_name: account.firstName,
      last_name: 'Raman',
      phone: '+919840012345',
      company_name: 'Example Traders',
      website: 'https://example.com',
      business_type: 'technology',
      is_member: account.isMember,
      is_blocked: account.isBlocked,
      half_points: halfPointsOf(account.points),
      email_confirmed_at: new Date(now),
      role: account.role ?? 'customer',
    });
    if (production && id !== undefined) added.push({ email: account.email, password });
  }
  return added;
}

/**
 * Replaces the published passwords of demo accounts in a database that was used outside production before, and ends their
 * sessions. Returns the new passwords.
 */
export async function replacePublishedPasswords(database: Database, now: EpochMs): Promise<NewPassword[]> {
  const replaced: NewPassword[] = [];
  for (const { email, password: published } of demoAccounts) {
    const user = await userByEmail(database, email);
    if (!user || user.closed_at !== null || !(await passwordMatches(user.password_hash, published))) continue;
    const password = randomPassword();
    const password_hash = await hashPassword(password);
    await inTransaction(database, async (tx) => {
      await tx.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute();
      const ended = { revoked_at: new Date(now) };
      await tx
        .updateTable('session')
        .set(ended)
        .where('user_id', '=', user.id)
        .where('revoked_at', 'is', null)
        .execute();
      await tx
        .updateTable('refresh_token')
        .set(ended)
        .where('user_id', '=', user.id)
        .where('revoked_at', 'is', null)
        .execute();
    });
    replaced.push({ email, password });
  }
  return replaced;
}

/** Removes the roles of demo accounts from a database that was used outside production before. */
export async function revokeDemoRoles(database: Database, now: EpochMs): Promise<void> {
  const staff = demoAccounts.filter(({ role }) => role !== undefined).map(({ email }) => email);
  await operatorChange(database, now, 'production start', async (tx) => {
    const revoked = await tx
      .updateTable('app_user')
      .set({ role: 'customer' })
      .where('email', 'in', staff)
      .where('role', '<>', 'customer')
      .returning('id')
      .execute();
    return {
      result: undefined,
      changes: revoked.map(({ id }) => ({
        action: 'role given',
        subject: 'account',
        subjectId: id,
        was: null,
        became: { role: 'customer' },
        reason: 'a demo account has no role in production',
      })),
    };
  });
}
