import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { networksOf } from '../../platform/http/networkOf.ts';
import { AttemptCounter } from './attemptCounter.ts';

const WINDOW_MS = 15 * 60_000;
/** Several people of an office share one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** How many times its limit an account accepts from all unknown networks together. */
const NETWORKS_PER_ACCOUNT = 10;

/** A permitted sign-in attempt. The attempt counts as failed until `succeeded` or `withdraw` is called. */
export interface SignInAttempt {
  readonly isAllowed: true;
  succeeded(): void;
  /** The server failed before the password was checked. */
  withdraw(): void;
}

export interface RefusedAttempt {
  readonly isAllowed: false;
  /** In seconds. */
  readonly retryAfter: number;
}

/** The limit on sign-in attempts with wrong passwords (decision 0019). */
export interface SignInLimit {
  /**
   * `account`: the key of the email address, with or without an account. `ip`: the address of the visitor. `knownSource`: the
   * network or the session that the account was used in before, whose share strangers do not use up; null for an unknown one.
   */
  begin(account: string, ip: string, knownSource: string | null): SignInAttempt | RefusedAttempt;
}

/**
 * Each server process counts separately, because the limit only has to slow an attacker down. `limit`: the allowed failures for
 * one account from one network in 15 minutes. A known source always has this allowance. The allowance of an unknown network is
 * halved for every `limit` failures of unknown networks for the account, and is at least one. The larger networks that contain it
 * have a limit too, and so have all unknown networks together, because one person may have many networks.
 */
export function createSignInLimit(limit: number, now: () => EpochMs): SignInLimit {
  const byNetwork = new AttemptCounter(WINDOW_MS, now);
  const byAccountAndNetwork = new AttemptCounter(WINDOW_MS, now);
  const byKnownSource = new AttemptCounter(WINDOW_MS, now);
  const byAccount = new AttemptCounter(WINDOW_MS, now);

  const allowanceOf = (account: string): number =>
    Math.max(1, Math.floor(limit / 2 ** Math.floor(byAccount.count(account) / limit)));

  function beginKnown(key: string): SignInAttempt | RefusedAttempt {
    if (byKnownSource.count(key) >= limit) {
      return { isAllowed: false, retryAfter: byKnownSource.secondsLeft(key) };
    }
    byKnownSource.add(key);
    return {
      isAllowed: true,
      succeeded: () => byKnownSource.clear(key),
      withdraw: () => byKnownSource.subtract(key),
    };
  }

  return {
    begin(account, ip, knownSource) {
      if (knownSource !== null) return beginKnown(`${knownSource} ${account}`);
      const networks = networksOf(ip);
      for (const { network, share } of networks) {
        if (byNetwork.count(network) >= limit * ACCOUNTS_PER_NETWORK * share) {
          return { isAllowed: false, retryAfter: byNetwork.secondsLeft(network) };
        }
      }
      networks.forEach(({ network }) => byNetwork.add(network));
      if (byAccount.count(account) >= limit * NETWORKS_PER_ACCOUNT) {
        return { isAllowed: false, retryAfter: byAccount.secondsLeft(account) };
      }
      const allowance = allowanceOf(account);
      for (const { network, share } of networks) {
        const key = `${network} ${account}`;
        if (byAccountAndNetwork.count(key) >= allowance * share) {
          return { isAllowed: false, retryAfter: byAccountAndNetwork.secondsLeft(key) };
        }
      }
      networks.forEach(({ network }) => byAccountAndNetwork.add(`${network} ${account}`));
      byAccount.add(account);
      return {
        isAllowed: true,
        succeeded() {
          const [smallest, ...larger] = networks;
          if (smallest) byAccountAndNetwork.clear(`${smallest.network} ${account}`);
          larger.forEach(({ network }) => byAccountAndNetwork.subtract(`${network} ${account}`));
          byAccount.subtract(account);
        },
        withdraw() {
          networks.forEach(({ network }) => byAccountAndNetwork.subtract(`${network} ${account}`));
          byAccount.subtract(account);
        },
      };
    },
  };
}
