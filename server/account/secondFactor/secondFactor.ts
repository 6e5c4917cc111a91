import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorSetup } from '../../../contract/account/secondFactor.ts';
import { brand } from '../../../domain/content/brand.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { KnownNetworks } from '../session/knownNetworks.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import type { AuditedResult } from '../../audit/staffChange.ts';
import { networksOf } from '../../platform/http/networkOf.ts';
import { encrypt, decrypt } from './encryption.ts';

const STEP_SECONDS = 30;
/** In steps: the clock of a phone may be ahead or behind by this much. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 5;
const SECRET_BYTES = 20;
/** After this many wrong codes a source is locked for `LOCKED_MS`. */
const MAX_FAILURES = 5;
const LOCKED_MS = 15 * 60_000;

/** `secret`: `refreshTokenSecret` of the configuration. */
export interface FactorDeps {
  readonly secret: string;
  readonly now: () => EpochMs;
  readonly knownNetworks: Pick<KnownNetworks, 'hasVerifiedFactor' | 'remember' | 'keyOf'>;
}

/** Sender of a code. `sessionId`: null for the user of a link in an email. `ip`: the visitor's address. */
export interface Person {
  readonly id: string;
  readonly sessionId: string | null;
  readonly ip: string;
}

const totpOf = (base32: string, label: string): TOTP =>
  new TOTP({
    issuer: brand.name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(base32),
  });

const hashOf = ({ secret }: FactorDeps, userId: string, code: string): string =>
  createHmac('sha256', secret).update(`recovery ${userId} ${code}`).digest('hex');

const lockFactor = (tx: Tx, userId: string) =>
  tx
    .selectFrom('second_factor')
    .select(['sealed_secret', 'recovery_hashes', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
type StoredFactor = NonNullable<Awaited<ReturnType<typeof lockFactor>>>;

/** Whether an account has a second factor that is set up. */
export const hasSecondFactor = async (database: Database | Tx, userId: string): Promise<boolean> =>
  (await database
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

const markSessionVerified = async (tx: Tx, { now }: FactorDeps, { id, sessionId }: Person): Promise<void> => {
  if (sessionId === null) return;
  await tx
    .updateTable('session')
    .set({ second_factor_at: new Date(now()) })
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .execute();
};

/**
 * Creates a second factor, which is active once it is confirmed. It replaces an unconfirmed one. Throws 409 for an account
 * with a confirmed second factor, which only an owner can reset.
 */
export async function enrolSecondFactor(
  tx: Tx,
  deps: FactorDeps,
  person: { readonly id: string; readonly email: string },
): Promise<SecondFactorSetup> {
  const present = await lockFactor(tx, person.id);
  if (present && present.confirmed_at !== null) {
    throw new ApiError('changed-meanwhile', 'This account has a second factor: an owner can reset it');
  }
  const key = new Secret({ size: SECRET_BYTES }).base32;
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(RECOVERY_BYTES).toString('hex'));
  const values = {
    sealed_secret: encrypt(deps.secret, key),
    recovery_hashes: codes.map((code) => hashOf(deps, person.id, code)),
    created_at: new Date(deps.now()),
    confirmed_at: null,
    last_step: 0,
  };
  await tx
    .insertInto('second_factor')
    .values({ user_id: person.id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return {
    key,
    uri: totpOf(key, person.email).toString(),
    recovery_codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
  };
}

/**
 * The key of a stored factor. Throws the error of a factor from before REFRESH_TOKEN_SECRET was changed: neither its codes nor its
 * recovery codes can be checked.
 */
function keyOf({ secret }: FactorDeps, factor: StoredFactor): string {
  try {
    return decrypt(secret, factor.sealed_secret);
  } catch {
    throw fieldError(
      'code',
      factor.confirmed_at === null
        ? 'cannot be checked, because a secret of this site has changed: begin the setup again'
        : 'cannot be checked, because a secret of this site has changed: ask an owner to reset your second factor, then set it up again',
    );
  }
}

/** Null for a code that is wrong or was used. `key`: the factor's key. */
function stepOf({ now }: FactorDeps, factor: StoredFactor, key: string, code: string): number | null {
  const timestamp = now();
  const delta = totpOf(key, '').validate({
    token: code,
    timestamp,
    window: WINDOW,
  });
  if (delta === null) return null;
  const step = Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta;
  return step > Number(factor.last_step) ? step : null;
}

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * The source that a wrong code counts for. A session that has verified the factor before, and a network in which
 * the account has, have their own; all others share one, so that no number of sessions and networks gives more guesses.
 * Recovery codes cannot be guessed, so they are limited by the sender's network alone.
 */
async function sourceOf(
  tx: Tx,
  { knownNetworks }: FactorDeps,
  person: Person,
  code: string,
): Promise<string> {
  const networks = networksOf(person.ip);
  if (!isAppCode(code)) return `recovery ${knownNetworks.keyOf(networks.at(-1)?.network ?? '')}`;
  if (person.sessionId !== null) {
    const session = await tx
      .selectFrom('session')
      .select('second_factor_at')
      .where('id', '=', person.sessionId)
      .where('user_id', '=', person.id)
      .executeTakeFirst();
    if (session && session.second_factor_at !== null) return `session ${person.sessionId}`;
  }
  return (await knownNetworks.hasVerifiedFactor(tx, person.id, person.ip))
    ? `network ${knownNetworks.keyOf(networks[0].network)}`
    : 'others';
}

/** Those that still count. The caller has locked the factor. */
async function failuresFrom(tx: Tx, { now }: FactorDeps, { id }: Person, source: string): Promise<number> {
  const found = await tx
    .selectFrom('second_factor_failure')
    .select('failures')
    .where('user_id', '=', id)
    .where('source', '=', source)
    .where('until', '>', new Date(now()))
    .executeTakeFirst();
  return found?.failures ?? 0;
}

const clearFailures = (tx: Tx, { id }: Person, source: string): Promise<unknown> =>
  tx.deleteFrom('second_factor_failure').where('user_id', '=', id).where('source', '=', source).execute();

/** Stores the number of wrong codes from a source, and deletes those of the user that no longer count. */
async function recordFailure(
  tx: Tx,
  { now }: FactorDeps,
  { id }: Person,
  source: string,
  failures: number,
): Promise<void> {
  await tx
    .deleteFrom('second_factor_failure')
    .where('user_id', '=', id)
    .where('until', '<=', new Date(now()))
    .execute();
  const counted = { failures, until: new Date(now() + LOCKED_MS) };
  await tx
    .insertInto('second_factor_failure')
    .values({ user_id: id, source, ...counted })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(counted))
    .execute();
}

/**
 * Checks a code of the app or a recovery code, and marks a correct one as used. False for a wrong code, which is counted.
 * Throws 429 after too many wrong codes from the same source, and 400 for a factor that cannot be read.
 */
async function consumeCode(
  tx: Tx,
  deps: FactorDeps,
  person: Person,
  factor: StoredFactor,
  code: string,
): Promise<boolean> {
  const key = keyOf(deps, factor);
  const source = await sourceOf(tx, deps, person, code);
  const failures = await failuresFrom(tx, deps, person, source);
  if (failures >= MAX_FAILURES) throw new ApiError('too-many-requests', 'Too many wrong codes, please wait');
  const row = tx.updateTable('second_factor').where('user_id', '=', person.id);
  const step = isAppCode(code) ? stepOf(deps, factor, key, code) : null;
  if (step !== null) {
    await row.set({ last_step: step }).execute();
    await clearFailures(tx, person, source);
    return true;
  }
  const hash = hashOf(deps, person.id, code);
  if (factor.recovery_hashes.includes(hash)) {
    const left = factor.recovery_hashes.filter((each) => each !== hash);
    await row.set({ recovery_hashes: left }).execute();
    await clearFailures(tx, person, source);
    return true;
  }
  await recordFailure(tx, deps, person, source, failures + 1);
  return false;
}

/** Removes the second factor of an account, whose sessions end. Throws 404 for an account without one. */
export async function removeSecondFactor(
  tx: Tx,
  userId: string,
  sessions: Pick<Sessions, 'revokeAll'>,
  reason?: string,
): Promise<AuditedResult<null>> {
  const removed = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!removed) throw new ApiError('not-found', 'This account has no second factor');
  await sessions.revokeAll(tx, userId);
  const change = {
    action: 'second factor reset',
    subject: 'account',
    subjectId: userId,
    was: { second_factor: true },
    became: { second_factor: false },
    reason,
  } as const;
  return { result: null, changes: [change] };
}

/** Wrong or used. Must be thrown after the failure is committed. */
export const wrongCode = (): ApiError => fieldError('code', 'is not right, or has already been used');

/**
 * Verifies a code of a second factor and permits the session to use the desk. `confirms`: the code is the first of a new
 * factor and activates it. False for a wrong code. Throws 409 when the account has no factor in the expected state.
 */
export async function verifyFactorCode(
  tx: Tx,
  deps: FactorDeps,
  person: Person,
  { code, confirms }: { readonly code: string; readonly confirms: boolean },
): Promise<boolean> {
  const factor = await lockFactor(tx, person.id);
  if (!factor || (factor.confirmed_at === null) !== confirms) {
    throw new ApiError('changed-meanwhile', 'The second factor of this account has changed');
  }
  if (!(await consumeCode(tx, deps, person, factor, code))) return false;
  if (confirms) {
    await tx
      .updateTable('second_factor')
      .set({ confirmed_at: new Date(deps.now()) })
      .where('user_id', '=', person.id)
      .execute();
  }
  await markSessionVerified(tx, deps, person);
  await deps.knownNetworks.remember(tx, person.id, person.ip, true);
  return true;
}
