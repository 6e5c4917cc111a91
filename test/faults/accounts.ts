import { sql } from 'kysely';
import { paths } from '../../contract/paths.ts';
import { shownAddress } from '../../domain/account/accountIdentity.ts';
import { createLinks } from '../../server/account/address/links.ts';
import { hashPassword } from '../../server/account/passwords.ts';
import { holdsAnything } from '../../server/account/address/releaseAddress.ts';
import { inTransaction } from '../../server/platform/database/transaction.ts';
import { linkToken } from '../../server/outbox/linkToken.ts';
import type { LinkPurpose } from '../../server/platform/database/schema.ts';
import type { Command, handOvers } from './commands.ts';
import type { Invariant } from './invariantSql.ts';
import { SERVER_SECRET, type Booker, type Simulation } from './simulation.ts';

/* Accounts are handed over to the owner of their address during holds, payments and refunds. */

const PASSWORD = 'the password of the owner of the address';
let passwordHash: Promise<string> | undefined;

let made = 0;

/** Creates a link to an address and returns its token. `isRegistration`: it finishes a registration with PASSWORD. */
async function createLink(
  { database, clock }: Simulation,
  purpose: LinkPurpose,
  { email, userId, isRegistration }: { email: string; userId: string; isRegistration: boolean },
): Promise<string> {
  const password_hash = await (passwordHash ??= hashPassword(PASSWORD));
  const links = createLinks(database, { refreshTokenSecret: SERVER_SECRET }, () => clock.now);
  made += 1;
  const details = { last_name: null, company_name: null, website: null, business_type: null };
  const link = await inTransaction(database, (tx) =>
    links.create(tx, {
      purpose,
      subject: `hand-over ${made}`,
      userId: isRegistration ? null : userId,
      email,
      device: null,
      ...(isRegistration && {
        registration: { ...details, password_hash, first_name: 'Owner', phone: '+919840012345' },
      }),
    }),
  );
  // More registrations of an address than emails are allowed; any other token is refused.
  return link === null ? 'no link' : linkToken(SERVER_SECRET, purpose, link.id);
}

/** Presses the button of an email. */
async function press(simulation: Simulation, booker: Booker, how: (typeof handOvers)[number]): Promise<void> {
  const way = how.split(', ')[1];
  const isRegistration = way === 'registered' || way === 'kept' || way === 'released';
  const link = { email: booker.email, userId: booker.id, isRegistration };
  const token = await createLink(simulation, way === 'reset' ? 'reset' : 'confirm-address', link);
  switch (way) {
    case 'registered':
    case 'kept':
    case 'released': {
      const earlier = way === 'registered' ? {} : { earlier: way === 'kept' ? 'keep' : 'release' };
      await simulation.postAsVisitor(paths.confirmAddress, { token, password: PASSWORD, ...earlier });
      return;
    }
    case 'reset':
      await simulation.postAsVisitor(paths.resetPassword, { token, password: PASSWORD });
      return;
    case 'claimed':
      await simulation.postAsVisitor(paths.claimAccount, { token, password: PASSWORD });
      return;
    case 'disowned':
      await simulation.postAsVisitor(paths.disown, { token });
      return;
    default:
      await simulation.post(booker, paths.confirmAddress, { token });
  }
}

const accountOf = ({ database }: Simulation, { id }: Booker) =>
  database
    .selectFrom('app_user')
    .select(['id', 'email', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The user has an account without an address. A crash may prevent the call. */
async function enterAddress(simulation: Simulation, booker: Booker): Promise<void> {
  made += 1;
  const email = `${booker.name}-${made}@example.com`;
  const link = { email, userId: booker.id, isRegistration: false };
  const token = await createLink(simulation, 'confirm-address', link);
  if (!simulation.serverProcess.crashed) await simulation.post(booker, paths.confirmAddress, { token });
  if (shownAddress(await accountOf(simulation, booker)) !== '') return;
  await simulation.database
    .updateTable('app_user')
    .set({ email, released_email: null })
    .where('id', '=', booker.id)
    .execute();
}

/**
 * A booker's account becomes one that the desk made, or that its user never confirmed, and the owner of the address presses the
 * link of an email. The booker continues with the account, signed in again, and with another address if the account lost its own.
 * An account that held nothing was closed, and is opened again for the next commands.
 */
export async function handOver(
  simulation: Simulation,
  { bookerIndex, how }: Command & { do: 'hand over' },
): Promise<void> {
  const { database } = simulation;
  const booker = simulation.bookers[bookerIndex] as Booker;
  const account = await accountOf(simulation, booker);
  if (account.closed_at !== null) return;
  await database
    .updateTable('app_user')
    .set({ made_by: how.startsWith('desk') ? 'desk' : 'self', email_confirmed_at: null })
    .where('id', '=', booker.id)
    .execute();
  await press(simulation, booker, how);
  const after = await accountOf(simulation, booker);
  if (after.closed_at !== null && (await holdsAnything(database, booker.id))) {
    // The account stays closed, so that the invariants of money show the effect.
    simulation.count('a hand-over closed an account that holds something');
    return;
  }
  await database
    .updateTable('app_user')
    .set({ closed_at: null, is_blocked: false, made_by: 'self', email_confirmed_at: new Date(0) })
    .where('id', '=', booker.id)
    .execute();
  await simulation.signIn(booker);
  if (shownAddress(after) === '') await enterAddress(simulation, booker);
  booker.email = (await accountOf(simulation, booker)).email;
  simulation.count(`hand-over: ${how}`);
}

/** Gives the bookers their addresses again. Accounts of other sequences keep none. */
export async function resetAccounts({ database, bookers, clerks, newClerk }: Simulation): Promise<void> {
  const own = [...bookers, ...clerks, newClerk].map(({ id }) => id);
  await database
    .updateTable('app_user')
    .set({ email: sql<string>`'none:' || id`, closed_at: new Date(0), released_email: null })
    .where('id', 'not in', own)
    .where('closed_at', 'is', null)
    .execute();
  for (const booker of bookers) {
    booker.email = `${booker.name}@example.com`;
    await database
      .updateTable('app_user')
      .set({
        email: booker.email,
        made_by: 'self',
        email_confirmed_at: new Date(0),
        closed_at: null,
        is_blocked: false,
        released_email: null,
      })
      .where('id', '=', booker.id)
      .execute();
  }
}

/** At all times. Nobody closes an account in a sequence, so only a hand-over could. */
export const accountInvariants: readonly Invariant[] = [
  {
    description: 'every booking that is held or confirmed belongs to an account that somebody can use',
    violations: sql`
      select booking.id as booking, booking.status, app_user.email from booking
      join app_user on app_user.id = booking.user_id
      where app_user.closed_at is not null and booking.status in ('held', 'confirmed')`,
  },
  {
    description: 'no payment is refunded as that of a closed account',
    violations: sql`
      select payment_id as payment, late_cause from refund where late_cause = 'account-closed'`,
  },
];
