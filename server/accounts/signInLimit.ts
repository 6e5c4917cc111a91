import { AttemptCounter } from './attemptCounter.ts';

const WINDOW_MS = 15 * 60_000;
/** An office shares one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** A sign-in makes its network familiar to the account for as long as a session lasts without renewal. */
const FAMILIAR_MS = 30 * 86_400_000;
const MAX_FAMILIAR = 10_000;

/** A sign-in that may be tried; it counts as failed until it is said how it went. */
export interface SignInAttempt {
  readonly isAllowed: true;
  /** The password was right. */
  succeeded(): void;
  /** Nothing was found out, because the server failed. */
  withdraw(): void;
}

export interface RefusedAttempt {
  readonly isAllowed: false;
  /** Seconds. */
  readonly retryAfter: number;
}

/** Limits on guessing passwords (decision 0019). */
export interface SignInLimit {
  /** `account`: the key of the e-mail address, whether or not it has an account. `network`: as networkOf gives it. */
  begin(account: string, network: string): SignInAttempt | RefusedAttempt;
}

/**
 * Counted per server process: it slows an attacker down, and nothing else depends on it. `limit`: failures at one account
 * from one network in 15 minutes. A network from which the account's password was right before keeps that allowance
 * whatever strangers do. One that is new to the account gets half as many for every `limit` failures of such networks at the
 * account, and always one: the right password is never locked out by others.
 */
export function createSignInLimit(limit: number, now: () => number): SignInLimit {
  const byNetwork = new AttemptCounter(WINDOW_MS, now);
  const byVisitor = new AttemptCounter(WINDOW_MS, now);
  const byAccount = new AttemptCounter(WINDOW_MS, now);
  /** Until when, by visitor; the one that signed in longest ago first. */
  const familiar = new Map<string, number>();

  const rememberFamiliar = (visitor: string): void => {
    familiar.delete(visitor);
    const [oldest] = familiar.keys();
    if (familiar.size >= MAX_FAMILIAR && oldest !== undefined) familiar.delete(oldest);
    familiar.set(visitor, now() + FAMILIAR_MS);
  };
  const allowanceOfStrangers = (account: string): number =>
    Math.max(1, Math.floor(limit / 2 ** Math.floor(byAccount.count(account) / limit)));

  return {
    begin(account, network) {
      const visitor = `${network} ${account}`;
      const isFamiliar = (familiar.get(visitor) ?? 0) > now();
      if (!isFamiliar) {
        if (byNetwork.count(network) >= limit * ACCOUNTS_PER_NETWORK) {
          return { isAllowed: false, retryAfter: byNetwork.secondsLeft(network) };
        }
        byNetwork.add(network);
      }
      if (byVisitor.count(visitor) >= (isFamiliar ? limit : allowanceOfStrangers(account))) {
        return { isAllowed: false, retryAfter: byVisitor.secondsLeft(visitor) };
      }
      byVisitor.add(visitor);
      if (!isFamiliar) byAccount.add(account);
      const uncountAtAccount = (): void => {
        if (!isFamiliar) byAccount.subtract(account);
      };
      return {
        isAllowed: true,
        succeeded() {
          byVisitor.clear(visitor);
          uncountAtAccount();
          rememberFamiliar(visitor);
        },
        withdraw() {
          byVisitor.subtract(visitor);
          uncountAtAccount();
        },
      };
    },
  };
}
