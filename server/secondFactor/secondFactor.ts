import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorSetup } from '../../contract/secondFactor.ts';
import { brand } from '../../domain/brand.ts';
import { ApiError, fieldError } from '../apiError.ts';
import type { Tx } from '../database/schema.ts';
import { encrypt, decrypt } from './encryption.ts';

const STEP_SECONDS = 30;
/** The number of steps by which the clock of a phone may be ahead or behind. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 5;
const SECRET_BYTES = 20;
/** After this many wrong codes the factor is locked for `LOCKED_MS`. */
const MAX_FAILURES = 5;
const LOCKED_MS = 15 * 60_000;

/** `secret`: `refreshTokenSecret` of the configuration. `now`: the server's clock, milliseconds since 1970. */
export interface FactorDeps {
  readonly secret: string;
  readonly now: () => number;
}

interface Person {
  readonly id: string;
  readonly sessionId: string;
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
    .select(['sealed_secret', 'recovery_hashes', 'confirmed_at', 'last_step', 'failures', 'failures_until'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
type StoredFactor = NonNullable<Awaited<ReturnType<typeof lockFactor>>>;

const markSessionVerified = (tx: Tx, { now }: FactorDeps, { id, sessionId }: Person): Promise<unknown> =>
  tx
    .updateTable('session')
    .set({ second_factor_at: new Date(now()) })
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .execute();

/**
 * Creates a second factor, which is active once it is confirmed. It replaces an unconfirmed one. Throws 409 for an account
 * with a confirmed second factor, which only an owner can reset.
 */
export async function enrolSecondFactor(
  tx: Tx,
  deps: FactorDeps,
  person: Person & { readonly email: string },
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

/** The time step of a correct code that was not used before; null for any other code. */
function stepOf({ secret, now }: FactorDeps, factor: StoredFactor, code: string): number | null {
  const timestamp = now();
  const delta = totpOf(decrypt(secret, factor.sealed_secret), '').validate({
    token: code,
    timestamp,
    window: WINDOW,
  });
  if (delta === null) return null;
  const step = Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta;
  return step > Number(factor.last_step) ? step : null;
}

/**
 * Checks a code of the app or a recovery code, and marks a correct one as used. False for a wrong code, which is counted.
 * Throws 429 after too many wrong codes.
 */
async function consumeCode(
  tx: Tx,
  deps: FactorDeps,
  person: Person,
  factor: StoredFactor,
  code: string,
): Promise<boolean> {
  const at = deps.now();
  const until = factor.failures_until?.getTime() ?? 0;
  const failures = until > at ? factor.failures : 0;
  if (failures >= MAX_FAILURES) throw new ApiError('too-many-requests', 'Too many wrong codes, please wait');
  const row = tx.updateTable('second_factor').where('user_id', '=', person.id);
  const cleared = { failures: 0, failures_until: null };
  const step = /^\d{6}$/.test(code) ? stepOf(deps, factor, code) : null;
  if (step !== null) {
    await row.set({ last_step: step, ...cleared }).execute();
    return true;
  }
  const hash = hashOf(deps, person.id, code);
  if (factor.recovery_hashes.includes(hash)) {
    const left = factor.recovery_hashes.filter((each) => each !== hash);
    await row.set({ recovery_hashes: left, ...cleared }).execute();
    return true;
  }
  await row.set({ failures: failures + 1, failures_until: new Date(at + LOCKED_MS) }).execute();
  return false;
}

/** The error for a code that is wrong or was used. Must be thrown after the failure is committed. */
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
  return true;
}
