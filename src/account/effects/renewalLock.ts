import { localStore } from '../../app/effects/browserStorage.ts';

const NAME = 'litrooms-renewal';
/** Longer than a refresh can take (the timeout of src/app/effects/http.ts). The lease of a closed tab expires after it. */
const LEASE_MS = 20_000;
/** After this time every tab that wrote its name reads the name that was written last. */
const SETTLE_MS = 60;
const POLL_MS = 100;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

interface Lease {
  readonly holder: string;
  /** Milliseconds since 1970 by this computer's clock, which all tabs share. */
  readonly until: number;
}

function currentLease(): Lease | null {
  const [holder = '', until = ''] = (localStore.get(NAME) ?? '').split(' ');
  const lease = { holder, until: Number(until) };
  const isLive = lease.until > Date.now() && lease.until <= Date.now() + LEASE_MS;
  return holder !== '' && isLive ? lease : null;
}

/**
 * A lease in local storage, for browsers without the Web Locks API (a site without HTTPS). Two concurrent tabs both write
 * their name, and only the tab whose name remains continues. A rare second holder costs one request: the server returns the
 * same token to two concurrent refreshes.
 */
async function withLease<T>(work: () => Promise<T>): Promise<T> {
  const holder = String(Math.random());
  for (;;) {
    if (currentLease() === null) {
      localStore.set(NAME, `${holder} ${Date.now() + LEASE_MS}`);
      await wait(SETTLE_MS);
      if (currentLease()?.holder === holder) break;
    } else {
      await wait(POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    if (currentLease()?.holder === holder) localStore.remove(NAME);
  }
}

/**
 * Runs `work` in one tab of the site at a time (ruling 13); the other tabs wait. A browser that blocks storage also refuses
 * locks; the lease is then only in memory.
 */
export async function inOneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return withLease(work);
  let hasBegun = false;
  try {
    return await navigator.locks.request(NAME, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return withLease(work);
  }
}
