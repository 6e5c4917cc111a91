import { sql } from 'kysely';
import { backOff } from '../../domain/backOff.ts';
import { letterColumns } from '../database/columns.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobTable } from '../jobs/lease.ts';
import { repeat } from '../jobs/repeat.ts';
import { runDue } from '../jobs/runDue.ts';
import { forgetClosedAddresses } from './closedAccounts.ts';
import { compose, messageIdOf, NotReady, type ComposeDeps, type StoredLetter } from './compose.ts';
import type { BookingVersion } from './letter.ts';
import { MailError, type Mailer } from './mailer.ts';
import { queueLetters } from './outbox.ts';
import { remindersOf } from './reminders.ts';

/** The log for operators: keys of letters, never addresses, names or tokens. */
interface LetterLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface LetterDeps extends ComposeDeps {
  /** Null when letters are switched off: they are dropped. */
  readonly mailer: Mailer | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly log: LetterLog;
}

export const letterJobs: JobTable<StoredLetter> = {
  name: 'letter',
  id: 'dedupe_key',
  due: 'due_at',
  columns: letterColumns,
  condition: sql`state = 'due'`,
};

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** How long a letter without an end of its own is tried, as mail servers do. */
const DEFAULT_LIFE_MS = 5 * 24 * 3_600_000;
/** The longest time for one message, less than the lease of a job. */
const SENDING_MS = 40_000;
/** How long a message in progress may take after the server was asked to stop. */
const STOPPING_MS = 3_000;

const isOver = ({ until, created_at }: StoredLetter, now: number): boolean =>
  now > (until?.getTime() ?? created_at.getTime() + DEFAULT_LIFE_MS);

/** Sets what became of a letter, and forgets an address that it had of its own. */
async function finish(
  { database, now }: Pick<LetterDeps, 'database' | 'now'>,
  { dedupe_key }: StoredLetter,
  state: 'sent' | 'dropped' | 'refused' | 'expired',
  problem: string | null,
): Promise<void> {
  await database
    .updateTable('letter')
    .set({
      state,
      problem,
      to_name: null,
      to_address: null,
      ...(state === 'sent' && { sent_at: new Date(now()) }),
    })
    .where('dedupe_key', '=', dedupe_key)
    .execute();
}

const hasReminders = ({ kind }: StoredLetter): boolean => kind === 'booked' || kind === 'moved';

/** A confirmed or moved booking has its reminders planned before its letter is first tried, also when no mail can be sent. */
async function planReminders(tx: Tx, { payload }: StoredLetter, now: number): Promise<void> {
  const { booking_id, sequence } = payload as BookingVersion;
  const booking = await tx
    .selectFrom('booking')
    .select(['id', 'user_id', 'sequence', 'day', 'start_slot'])
    .where('id', '=', booking_id)
    .where('sequence', '=', sequence)
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  if (booking) await queueLetters(tx, remindersOf(booking, now));
}

/** Aborted when the sending takes too long, or soon after the server stops. */
function sendingSignal(stopping: AbortSignal): { signal: AbortSignal; done: () => void } {
  const ending = new AbortController();
  let timer = setTimeout(() => ending.abort(), SENDING_MS);
  const hurry = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), STOPPING_MS);
  };
  if (stopping.aborted) hurry();
  else stopping.addEventListener('abort', hurry, { once: true });
  return {
    signal: ending.signal,
    done: () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', hurry);
    },
  };
}

/**
 * Sends one letter. The attempt and its back-off are stored before the mail server is called, so that a crash does not shorten
 * the pause; a letter that was sent but not recorded is sent again with the same Message-ID.
 */
async function sendLetter(
  deps: LetterDeps & { readonly mailer: Mailer },
  letter: StoredLetter,
  stopping: AbortSignal,
): Promise<void> {
  const { database, mailer, log, now } = deps;
  const attempts = letter.attempts + 1;
  const details = { letter: letter.dedupe_key, attempts };
  const messageId = letter.message_id ?? messageIdOf(letter.dedupe_key, deps.from);
  const recordAttempt = (tx: Tx | Database) =>
    tx
      .updateTable('letter')
      .set({
        attempts,
        message_id: messageId,
        due_at: new Date(now() + backOff(attempts, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)),
      })
      .where('dedupe_key', '=', letter.dedupe_key)
      .execute();
  if (letter.attempts === 0 && hasReminders(letter)) {
    await inTransaction(database, async (tx) => {
      await recordAttempt(tx);
      await planReminders(tx, letter, now());
    });
  } else {
    await recordAttempt(database);
  }

  if (isOver(letter, now())) {
    log.error({ ...details, problem: letter.problem }, 'a letter could not be sent in time');
    return finish(deps, letter, 'expired', letter.problem);
  }
  const { signal, done } = sendingSignal(stopping);
  try {
    const message = await compose(deps, { ...letter, message_id: messageId }, now());
    if (typeof message === 'string') return await finish(deps, letter, 'dropped', message);
    await mailer.send(message, signal);
  } catch (error) {
    if (error instanceof NotReady) return;
    if (!(error instanceof MailError)) throw error;
    const { code, reason } = error;
    if (code === 'refused') {
      log.warn({ ...details, reason }, 'a mail server refuses a letter for good');
      return await finish(deps, letter, 'refused', reason);
    }
    await database
      .updateTable('letter')
      .set({ problem: reason })
      .where('dedupe_key', '=', letter.dedupe_key)
      .execute();
    if (code === 'away') throw error;
    return log.warn({ ...details, reason }, 'a letter is refused for now');
  } finally {
    done();
  }
  await finish(deps, letter, 'sent', null);
}

/** Where letters are switched off, those that are due are dropped together. */
const dropDue = ({ database, now }: Pick<LetterDeps, 'database' | 'now'>) =>
  database
    .updateTable('letter')
    .set({ state: 'dropped', problem: 'no-mail' })
    .where('state', '=', 'due')
    .where('due_at', '<=', new Date(now()))
    .execute();

/**
 * Sends the letters that are due. Any number of servers may call it at once; each letter is sent by one of them. A mail server
 * that is away ends the pass, and what was leased is due again; the letter that found out waits for its back-off.
 * @param stopping aborted when the server stops
 * @param most how many letters are tried
 * @returns the errors of letters that failed on our side; `isAway`: whether the mail server could not be used
 */
export async function sendLetters(
  { mailer, ...others }: LetterDeps,
  stopping: AbortSignal = new AbortController().signal,
  most = Infinity,
): Promise<{ failures: unknown[]; isAway: boolean }> {
  if (mailer === null) {
    await dropDue(others);
    return { failures: [], isAway: false };
  }
  const deps = { ...others, mailer };
  const away = new AbortController();
  const enough = new AbortController();
  let tried = 0;
  const failures = await runDue(
    { ...deps, stopping: AbortSignal.any([stopping, away.signal, enough.signal]) },
    {
      kind: 'a letter',
      table: letterJobs,
      ids: ({ dedupe_key }) => ({ letter: dedupe_key }),
      work: async (letter) => {
        tried += 1;
        if (tried >= most) enough.abort();
        try {
          await sendLetter(deps, letter, stopping);
        } catch (error) {
          if (!(error instanceof MailError)) throw error;
          deps.log.warn({ reason: error.reason }, 'the mail server cannot be used: letters wait');
          away.abort();
        }
      },
      // The next attempt was scheduled before the work started.
      postpone: async () => {},
      // What was caused first is sent first: the lease returns rows in no order.
      sortBatch: (letters) =>
        letters.sort(
          (a, b) => Number(a.created_at) - Number(b.created_at) || (a.dedupe_key < b.dedupe_key ? -1 : 1),
        ),
    },
  );
  return { failures, isAway: away.signal.aborted };
}

/** How long letters that were dealt with are kept, in milliseconds. Their keys keep them from being queued again. */
const RETENTION_MS = 180 * 24 * 3_600_000;
const CLEAN_EVERY_MS = 3_600_000;

/** Deletes letters that were dealt with long ago. */
export const deleteOldLetters = ({ database, now }: Pick<LetterDeps, 'database' | 'now'>) =>
  database
    .deleteFrom('letter')
    .where('state', '<>', 'due')
    .where('created_at', '<', new Date(now() - RETENTION_MS))
    .execute();

/** The pause between two passes, in milliseconds: people wait for the letter with the link. */
const EVERY_MS = 2_000;
/** Letters in a pass, five a second: mail providers take only a few, and bookings need the database more. */
const MOST_IN_A_PASS = 10;
/** The first and the longest pause after the mail server was away. */
const AWAY_MS = { first: 5_000, longest: 60_000 };

/**
 * Sends letters periodically until the returned function is called; it resolves when the current letter is finished or given up
 * for now.
 */
export function startSending(deps: LetterDeps): () => Promise<void> {
  let failedPasses = 0;
  let resumesAt = 0;
  let cleansAt = 0;
  return repeat({
    everyMs: EVERY_MS,
    startsImmediately: true,
    pass: async (stopping) => {
      if (deps.now() >= cleansAt) {
        cleansAt = deps.now() + CLEAN_EVERY_MS;
        await deleteOldLetters(deps);
        await forgetClosedAddresses(deps.database, deps.now());
      }
      if (deps.now() < resumesAt) return;
      const { failures, isAway } = await sendLetters(deps, stopping, MOST_IN_A_PASS);
      failedPasses = isAway ? failedPasses + 1 : 0;
      resumesAt = isAway ? deps.now() + backOff(failedPasses, AWAY_MS.first, AWAY_MS.longest) : 0;
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
    onError: (error) => deps.log.error({ err: error }, 'sending letters failed; it will be tried again'),
  });
}
