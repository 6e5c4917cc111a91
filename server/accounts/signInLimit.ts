import { AttemptCounter } from './attemptCounter.ts';

const WINDOW_MS = 15 * 60_000;
/** Several people of an office share one network. */
const ACCOUNTS_PER_NETWORK = 5;
/** After a sign-in the network counts as known for the account. This lasts as long as a session without a refresh. */
const KNOWN_NETWORK_MS = 30 * 86_400_000;
const MAX_KNOWN_NETWORKS = 10_000;

/** A permitted sign-in attempt. The attempt counts as failed until `succeeded` or `withdraw` is called. */
export interface SignInAttempt {
  readonly isAllowed: true;
  /** The password was correct. */
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
  /** `account`: the key of the email address, with or without an account. `network`: the result of networkOf. */
  begin(account: string, network: string): SignInAttempt | RefusedAttempt;
}

/**
 * Each server process counts separately, because the limit only has to slow an attacker down. `limit`: the allowed
 * failures for one account from one network in 15 minutes. A network is known to an account after a sign-in with the
 * correct password, and always has this allowance. The allowance of an unknown network is halved for every `limit`
 * failures of unknown networks for the account. It is at least one, so that nobody can lock the owner out.
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
