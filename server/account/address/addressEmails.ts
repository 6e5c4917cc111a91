import { accountKind, type AccountFacts } from '../../../domain/account/accountIdentity.ts';
import type { Tx } from '../../platform/database/schema.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { AccountDeps } from './deps.ts';
import type { User } from '../users.ts';

const HOUR_MS = 3_600_000;
/** How long the customer of an account that the desk made can use the link that sets the first password, in milliseconds. */
const FIRST_PASSWORD_MS = 7 * 24 * HOUR_MS;

type Deps = Pick<AccountDeps, 'links' | 'now'>;

/**
 * Queues the email whose link confirms the current address or the new address of a user. `device`: the requesting device (see
 * deviceName). False, with nothing changed, after too many such emails.
 */
export async function sendConfirmation(
  tx: Tx,
  { links, now }: Deps,
  user: Pick<User, 'id' | 'first_name'>,
  email: string,
  device: string | null,
): Promise<boolean> {
  const link = await links.create(tx, {
    purpose: 'confirm-address',
    subject: user.id,
    userId: user.id,
    email,
    device,
  });
  if (link === null) return false;
  await queueEmail(tx, {
    kind: 'confirm-address',
    key: link.id,
    to: { name: user.first_name, address: email },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
  return true;
}

/**
 * Queues the email whose link sets the first password of an account that the desk made. It is an email of its own, because
 * people forward the emails about bookings. False, with nothing changed, after too many such emails.
 */
export async function sendFirstPassword(
  tx: Tx,
  { links, now }: Deps,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const link = await links.create(tx, {
    purpose: 'reset',
    subject: `first-password:${id}`,
    userId: id,
    email,
    device: null,
    lifetimeMs: FIRST_PASSWORD_MS,
  });
  if (link === null) return false;
  await queueEmail(tx, {
    kind: 'reset',
    key: link.id,
    to: { userId: id },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
  return true;
}

/**
 * Informs the owner of an address, at most once an hour, that it already has an account: how to sign in, or for an account that
 * the desk made, a link that sets its first password.
 */
export async function sendAlreadyRegistered(
  tx: Tx,
  deps: Deps,
  owner: Pick<User, 'email'> & AccountFacts,
): Promise<void> {
  if (accountKind(owner) === 'desk-made') {
    await sendFirstPassword(tx, deps, owner);
    return;
  }
  await queueEmail(tx, {
    kind: 'already-registered',
    key: `${owner.id}:${Math.floor(deps.now() / HOUR_MS)}`,
    to: { userId: owner.id },
    payload: {},
    now: deps.now(),
  });
}
