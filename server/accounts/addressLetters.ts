import type { Tx } from '../database/schema.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { AccountDeps } from './deps.ts';
import type { User } from './users.ts';

const HOUR_MS = 3_600_000;

type Deps = Pick<AccountDeps, 'links' | 'now'>;

/**
 * Queues the letter whose link confirms the present address or the new address of a user. False, with nothing changed,
 * after too many such letters.
 */
export async function sendConfirmation(
  tx: Tx,
  { links, now }: Deps,
  user: Pick<User, 'id' | 'first_name'>,
  email: string,
): Promise<boolean> {
  const link = await links.create(tx, {
    purpose: 'confirm-address',
    subject: user.id,
    userId: user.id,
    email,
  });
  if (link === null) return false;
  await queueLetter(tx, {
    kind: 'confirm-address',
    key: link.id,
    to: { name: user.first_name, address: email },
    payload: { request_id: link.id },
    now: now(),
    until: link.expiresAt,
  });
  return true;
}

/** Queues the letter "you already have an account" to the owner of an address, at most once an hour. */
export const sendAlreadyRegistered = (tx: Tx, { now }: Pick<Deps, 'now'>, owner: Pick<User, 'id'>) =>
  queueLetter(tx, {
    kind: 'already-registered',
    key: `${owner.id}:${Math.floor(now() / HOUR_MS)}`,
    to: { userId: owner.id },
    payload: {},
    now: now(),
  });
