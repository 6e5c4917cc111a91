import { sql } from 'kysely';
import { backOff } from '../../domain/time/backOff.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { emailColumns } from '../platform/database/columns.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { JobTable } from '../platform/jobs/lease.ts';
import { runPeriodically } from '../platform/jobs/runPeriodically.ts';
import { runDue } from '../platform/jobs/runDue.ts';
import {
  composeEmail,
  messageIdOf,
  AttachmentNotReady,
  type ComposeDeps,
  type StoredEmail,
} from './compose.ts';
import type { EmailPayloads } from '../platform/database/emailPayloads.ts';
import { MailError, type Mailer } from '../platform/mail/mailer.ts';
import { queueEmails } from '../outbox/outbox.ts';
import { remindersOf } from './reminders.ts';

/** For operators. It contains the keys of emails, never addresses, names or tokens. */
interface EmailLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface EmailDeps extends ComposeDeps {
  /** Null when emails are switched off; then due emails are dropped. */
  readonly mailer: Mailer | null;
  readonly now: () => EpochMs;
  readonly log: EmailLog;
}

export const emailJobs: JobTable<StoredEmail> = {
  name: 'letter',
  id: 'dedupe_key',
  due: 'due_at',
  // Emails that were queued in one transaction are due at the same time.
  orderBy: ['due_at', 'created_at', 'dedupe_key'],
  columns: emailColumns,
  condition: sql`state = 'due'`,
};

/** Longer than an attempt: until it is over, no other server sends the same email. */
const MIN_BACKOFF_MS = 60_000;
const MAX_BACKOFF_MS = 15 * 60_000;
/** How long an email without `until` is tried; the usual time of mail servers. */
const DEFAULT_LIFETIME_MS = 5 * 24 * 3_600_000;
/** For one message; shorter than the lease of a job and the shortest back-off. */
const SEND_TIMEOUT_MS = 40_000;
/** How long a message in progress may take after the server was asked to stop, in milliseconds. */
const SHUTDOWN_GRACE_MS = 3_000;

const isExpired = ({ until, created_at }: StoredEmail, now: EpochMs): boolean =>
  now > (until?.getTime() ?? created_at.getTime() + DEFAULT_LIFETIME_MS);

/** Stores the final state of an email, and erases its name and address. */
async function recordOutcome(
  { database, now }: Pick<EmailDeps, 'database' | 'now'>,
  { dedupe_key }: StoredEmail,
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

const hasReminders = ({ kind }: StoredEmail): boolean => kind === 'booked' || kind === 'moved';

/**
 * Queues the reminders of a confirmed or moved booking or series at the first attempt to send its email, even if no mail can be
 * sent.
 */
async function planReminders(tx: Tx, { payload }: StoredEmail, now: EpochMs): Promise<void> {
  const { booking_id, sequence, others = [] } = payload as EmailPayloads['booked'];
  for (const version of [{ booking_id, sequence }, ...others]) {
    const booking = await tx
      .selectFrom('booking')
      .select(['id', 'user_id', 'sequence', 'day', 'start_slot'])
      .where('id', '=', version.booking_id)
      .where('sequence', '=', version.sequence)
      .where('status', '=', 'confirmed')
      .executeTakeFirst();
    if (booking) await queueEmails(tx, remindersOf(booking, now));
  }
}

/** A signal that is aborted when sending takes too long, or shortly after the server was asked to stop. */
function sendingSignal(stopping: AbortSignal): { signal: AbortSignal; dispose: () => void } {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), SEND_TIMEOUT_MS);
  const shortenTimeout = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), SHUTDOWN_GRACE_MS);
  };
  if (stopping.aborted) shortenTimeout();
  else stopping.addEventListener('abort', shortenTimeout, { once: true });
  return {
    signal: timeout.signal,
    dispose: () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', shortenTimeout);
    },
  };
}

/**
 * Sends one email. The attempt and the time of the next one are stored before the mail server is called, so that a crash does not
 * shorten the back-off. An email that was sent but not recorded as sent is sent again with the same Message-ID.
 */
async function sendEmail(
  deps: EmailDeps & { readonly mailer: Mailer },
  email: StoredEmail,
  stopping: AbortSignal,
): Promise<void> {
  const { database, mailer, log, now } = deps;
  const attempts = email.attempts + 1;
  const details = { email: email.dedupe_key, attempts };
  const messageId = email.message_id ?? messageIdOf(email.dedupe_key, deps.from);
  const recordAttempt = (tx: Tx | Database) =>
    tx
      .updateTable('letter')
      .set({
        attempts,
        message_id: messageId,
        due_at: new Date(now() + backOff(attempts, MIN_BACKOFF_MS, MAX_BACKOFF_MS)),
      })
      .where('dedupe_key', '=', email.dedupe_key)
      .execute();
  if (email.attempts === 0 && hasReminders(email)) {
    await inTransaction(database, async (tx) => {
      await recordAttempt(tx);
      await planReminders(tx, email, now());
    });
  } else {
    await recordAttempt(database);
  }

  if (isExpired(email, now())) {
    log.error({ ...details, problem: email.problem }, 'an email could not be sent in time');
    return recordOutcome(deps, email, 'expired', email.problem);
  }
  const { signal, dispose } = sendingSignal(stopping);
  try {
    const message = await composeEmail(deps, { ...email, message_id: messageId }, now());
    if (typeof message === 'string') return await recordOutcome(deps, email, 'dropped', message);
    await mailer.send(message, signal);
  } catch (error) {
    if (error instanceof AttachmentNotReady) return;
    if (!(error instanceof MailError)) throw error;
    const { code, reason } = error;
    if (code === 'refused') {
      log.warn({ ...details, reason }, 'a mail server refuses an email for good');
      return await recordOutcome(deps, email, 'refused', reason);
    }
    await database
      .updateTable('letter')
      .set({ problem: reason })
      .where('dedupe_key', '=', email.dedupe_key)
      .execute();
    if (code === 'unavailable') throw error;
    return log.warn({ ...details, reason }, 'an email is refused for now');
  } finally {
    dispose();
  }
  await recordOutcome(deps, email, 'sent', null);
}

/** Drops all due emails, when emails are switched off, and erases their names and addresses. */
const dropDue = ({ database, now }: Pick<EmailDeps, 'database' | 'now'>) =>
  database
    .updateTable('letter')
    .set({ state: 'dropped', problem: 'no-mail', to_name: null, to_address: null })
    .where('state', '=', 'due')
    .where('due_at', '<=', new Date(now()))
    .execute();

/**
 * Sends the due emails. Any number of servers may call it at the same time; each email is sent by one of them. When the mail
 * server is unavailable, the pass ends; the current email waits for its back-off.
 * @param stopping aborted when the server stops
 * @param maxEmails the maximum number of emails to try
 * @returns `failures`: the errors that the mail server did not cause; `isUnavailable`: whether the mail server was unavailable
 */
export async function sendEmails(
  { mailer, ...others }: EmailDeps,
  stopping: AbortSignal = new AbortController().signal,
  maxEmails = Infinity,
): Promise<{ failures: unknown[]; isUnavailable: boolean }> {
  if (mailer === null) {
    await dropDue(others);
    return { failures: [], isUnavailable: false };
  }
  const deps = { ...others, mailer };
  const unavailable = new AbortController();
  const limitReached = new AbortController();
  let attempted = 0;
  const failures = await runDue(
    { ...deps, stopping: AbortSignal.any([stopping, unavailable.signal, limitReached.signal]) },
    {
      kind: 'an email',
      table: emailJobs,
      ids: ({ dedupe_key }) => ({ email: dedupe_key }),
      work: async (email) => {
        attempted += 1;
        if (attempted >= maxEmails) limitReached.abort();
        try {
          await sendEmail(deps, email, stopping);
        } catch (error) {
          if (!(error instanceof MailError)) throw error;
          deps.log.warn({ reason: error.reason }, 'the mail server cannot be used: emails wait');
          unavailable.abort();
        }
      },
      // The next attempt was scheduled before the work started.
      postpone: async () => {},
    },
  );
  return { failures, isUnavailable: unavailable.signal.aborted };
}

/** How long finished emails are kept, in milliseconds. While they are kept, their keys prevent duplicates. */
const RETENTION_MS = 180 * 24 * 3_600_000;
const CLEAN_UP_INTERVAL_MS = 3_600_000;

/** Deletes old finished emails. */
export const deleteOldEmails = ({ database, now }: Pick<EmailDeps, 'database' | 'now'>) =>
  database
    .deleteFrom('letter')
    .where('state', '<>', 'due')
    .where('created_at', '<', new Date(now() - RETENTION_MS))
    .execute();

/** Short, because people wait for the email with a link. */
const PASS_INTERVAL_MS = 2_000;
/** About five emails per second: mail providers limit the rate, and bookings should have priority in the database. */
const MAX_EMAILS_PER_PASS = 10;
/** While the mail server is unavailable. */
const UNAVAILABLE_BACKOFF_MS = { min: 5_000, max: 60_000 };

/**
 * Sends emails periodically until the returned function is called, which resolves when the current email is sent or postponed.
 */
export function startSendingEmails(deps: EmailDeps): () => Promise<void> {
  let unavailablePasses = 0;
  let nextAttemptAt = 0;
  let nextCleanUpAt = 0;
  return runPeriodically({
    everyMs: PASS_INTERVAL_MS,
    startsImmediately: true,
    pass: async (stopping) => {
      if (deps.now() >= nextCleanUpAt) {
        nextCleanUpAt = deps.now() + CLEAN_UP_INTERVAL_MS;
        await deleteOldEmails(deps);
      }
      if (deps.now() < nextAttemptAt) return;
      const { failures, isUnavailable } = await sendEmails(deps, stopping, MAX_EMAILS_PER_PASS);
      unavailablePasses = isUnavailable ? unavailablePasses + 1 : 0;
      nextAttemptAt = isUnavailable
        ? deps.now() + backOff(unavailablePasses, UNAVAILABLE_BACKOFF_MS.min, UNAVAILABLE_BACKOFF_MS.max)
        : 0;
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
    onError: (error) => deps.log.error({ err: error }, 'sending emails failed; it will be tried again'),
  });
}
