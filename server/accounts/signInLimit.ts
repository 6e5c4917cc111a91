import { AttemptCounter } from './attemptCounter.ts';

const WINDOW_MS = 15 * 60_000;
/** Several people of an office share one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** After a sign-in its network is known to the account for as long as a session lasts without a refresh. */
const FAMILIAR_MS = 30 * 86_400_000;
const MAX_FAMILIAR = 10_000;

/** A permitted sign-in attempt. It counts as failed until `succeeded` or `withdraw` is called. */
export interface SignInAttempt {
  readonly isAllowed: true;
  /** The password was right. */
  succeeded(): void;
  /** The server failed before the password was checked. */
  withdraw(): void;
}

export interface RefusedAttempt {
  readonly isAllowed: false;
  /** In seconds. */
  readonly retryAfter: number;
}

/** The limits on guessing passwords (decision 0019). */
export interface SignInLimit {
  /** `account`: the key of the e-mail address, whether it has an account or not. `network`: the result of networkOf. */
  begin(account: string, network: string): SignInAttempt | RefusedAttempt;
}

/**
 * Counted per server process; the limits only slow an attacker down. `limit`: failures at one account from one network
 * in 15 minutes. A known network, from which the account's password was right before, always has this allowance. For
 * unknown networks it is halved for every `limit` failures of unknown networks at the account, but it is at least one,
 * so nobody can lock the owner out.
 */
export function createSignInLimit(limit: number, now: () => number): SignInLimit {
  const byNetwork = new AttemptCounter(WINDOW_MS, now);
  const byVisitor = new AttemptCounter(WINDOW_MS, now);
  const byAccount = new AttemptCounter(WINDOW_MS, now);
  /** Expiry by visitor, in the order of their last sign-in. */
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
