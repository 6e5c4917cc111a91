import { halfPointsOf } from '../../domain/points.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { addUser, userByEmail } from '../accounts/users.ts';
import type { Database } from '../database/schema.ts';

/** A demo account. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  /** What the account is for. */
  readonly purpose: string;
  readonly firstName: string;
  readonly points: number;
  readonly isMember: boolean;
  readonly isBlocked: boolean;
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
];

/** Adds missing demo accounts, whose addresses count as confirmed at `now` (milliseconds since 1970). */
export async function seedAccounts(database: Database, now: number): Promise<void> {
  for (const account of demoAccounts) {
    if (await userByEmail(database, account.email)) continue;
    await addUser(database, {
      email: account.email,
      password_hash: await hashPassword(account.password),
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
    });
  }
}
