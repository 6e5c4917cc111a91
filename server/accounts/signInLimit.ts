import { AttemptCounter } from './attemptCounter.ts';

const WINDOW_MS = 15 * 60_000;
/** Several people of an office share one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** After a sign-in the network counts as known for the account. This lasts as long as a session without a refresh. */
const KNOWN_NETWORK_MS = 30 * 86_400_000;
const MAX_KNOWN_NETWORKS = 10_000;

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
  const byAccountAndNetwork = new AttemptCounter(WINDOW_MS, now);
  const byAccount = new AttemptCounter(WINDOW_MS, now);
  /** The expiry of each known network of an account, in the order of the last sign-in. */
  const knownNetworks = new Map<string, number>();

  const rememberNetwork = (accountAndNetwork: string): void => {
    knownNetworks.delete(accountAndNetwork);
    const [oldest] = knownNetworks.keys();
    if (knownNetworks.size >= MAX_KNOWN_NETWORKS && oldest !== undefined) knownNetworks.delete(oldest);
    knownNetworks.set(accountAndNetwork, now() + KNOWN_NETWORK_MS);
  };
  const allowanceOfUnknownNetworks = (account: string): number =>
    Math.max(1, Math.floor(limit / 2 ** Math.floor(byAccount.count(account) / limit)));

  return {
    begin(account, network) {
      const accountAndNetwork = `${network} ${account}`;
      const isKnownNetwork = (knownNetworks.get(accountAndNetwork) ?? 0) > now();
      if (!isKnownNetwork) {
        if (byNetwork.count(network) >= limit * ACCOUNTS_PER_NETWORK) {
          return { isAllowed: false, retryAfter: byNetwork.secondsLeft(network) };
        }
        byNetwork.add(network);
      }
      if (
        byAccountAndNetwork.count(accountAndNetwork) >=
        (isKnownNetwork ? limit : allowanceOfUnknownNetworks(account))
      ) {
        return { isAllowed: false, retryAfter: byAccountAndNetwork.secondsLeft(accountAndNetwork) };
      }
      byAccountAndNetwork.add(accountAndNetwork);
      if (!isKnownNetwork) byAccount.add(account);
      const undoAccountCount = (): void => {
        if (!isKnownNetwork) byAccount.subtract(account);
      };
      return {
        isAllowed: true,
        succeeded() {
          byAccountAndNetwork.clear(accountAndNetwork);
          undoAccountCount();
          rememberNetwork(accountAndNetwork);
        },
        withdraw() {
          byAccountAndNetwork.subtract(accountAndNetwork);
          undoAccountCount();
        },
      };
    },
  };
}
