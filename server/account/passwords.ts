import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../platform/http/apiError.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. A hash takes about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing shares libuv's four threads with files and DNS look-ups, and uses at most half of them. */
const MAX_RUNNING = 2;
/** About a second of work. A longer queue would only make every request slower. */
const MAX_WAITING = 100;

/**
 * Who waits for a hash: people from known networks and with sessions or links, or others. Each kind has a queue, and the two take
 * turns, so that a flood from new networks leaves half of the capacity to known ones (decision 0019).
 */
export type HashingShare = 'known' | 'other';

let running = 0;
const waiting: Readonly<Record<HashingShare, (() => void)[]>> = { known: [], other: [] };
let lastServed: HashingShare = 'other';

/** Removes the next waiting call: of the queue that was not served last, if it has one. */
function takeNext(): (() => void) | undefined {
  const turn = lastServed === 'known' ? 'other' : 'known';
  const share = waiting[turn].length > 0 ? turn : lastServed;
  lastServed = share;
  return waiting[share].shift();
}

/** Runs `work` when a thread is free. Throws 'unavailable' immediately when the queue is full. */
async function runQueued<T>(share: HashingShare, work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) {
    running += 1;
  } else {
    if (waiting[share].length >= MAX_WAITING) {
      throw new ApiError('unavailable', 'Too many people are signing in just now, please try again');
    }
    await new Promise<void>((resolve) => waiting[share].push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next();
    else running -= 1;
  }
}

/** A password as it is hashed: devices type the same letter in different ways (NIST SP 800-63B, NFKC). */
export const normalised = (password: string): string => password.normalize('NFKC');

/** argon2id. Throws 'unavailable' when the queue is full. */
export const hashPassword = (password: string, share: HashingShare = 'other'): Promise<string> =>
  runQueued(share, () => hash(normalised(password), COST));

/**
 * True when the hash is of this password. Hashes from before the normalisation are of the password as it was typed, so it is
 * tried too where it differs. Throws 'unavailable' when the queue is full.
 */
export const passwordMatches = (
  passwordHash: string,
  password: string,
  share: HashingShare = 'other',
): Promise<boolean> =>
  runQueued(share, async () => {
    if (await verify(passwordHash, normalised(password))) return true;
    return normalised(password) !== password && verify(passwordHash, password);
  });
