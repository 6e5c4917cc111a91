import type { AuditSubject } from '../../domain/account/audit.ts';
import { hasRole, type RequiredRole, type StaffRole } from '../../domain/account/roles.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { ApiError } from '../platform/http/apiError.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** A member of staff, as the database has the account at the time of the call. */
export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Whether the account has a second factor. */
  readonly second_factor: boolean;
}

/** A change for the audit: an object before and after the change; null when it did not exist before, or does not exist after. */
export interface AuditedChange {
  readonly action: string;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly was: object | null;
  readonly became: object | null;
  readonly reason?: string | undefined;
}

/** No audit entries when nothing changed. */
export interface AuditedResult<T> {
  readonly result: T;
  readonly changes: readonly AuditedChange[];
}

/** A member of staff, or an operator's command (`id` null). */
interface Author {
  readonly id: string | null;
  readonly name: string;
}

async function record(tx: Tx, author: Author, at: number, changes: readonly AuditedChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_entry')
    .values(
      changes.map(({ action, subject, subjectId, was, became, reason }) => ({
        at: new Date(at),
        staff_id: author.id,
        staff_name: author.name,
        action,
        subject,
        subject_id: subjectId,
        was: was && JSON.stringify(was),
        became: became && JSON.stringify(became),
        reason: reason ?? null,
      })),
    )
    .execute();
}

/** `role`: the required role. */
export interface StaffChange {
  readonly database: Database;
  readonly now: () => EpochMs;
  readonly staff: Staff;
  readonly role: RequiredRole;
}

/**
 * Runs a change by the staff and writes its audit entries in the same transaction. All writes of the desk use this function. It
 * reads the role again and locks its row, so that a change commits before the role is removed or is rejected with 403. `work` may
 * run several times, as in `inTransaction`.
 */
export const staffChange = <T>(
  { database, now, staff, role }: StaffChange,
  work: (tx: Tx) => Promise<AuditedResult<T>>,
): Promise<T> => withReferenceError(() => runStaffChange({ database, now, staff, role }, work));

/** Unique indexes of the references of UPI transfers. */
const REFERENCE_KEYS = new Set(['upi_reference_pkey', 'desk_payment_upi']);

/**
 * Throws 409 'reference-used' when `work` stores the reference of a UPI transfer that has paid or returned something else: its
 * screenshot can be shown twice. The index decides, so that of several clerks at once exactly one succeeds.
 */
async function withReferenceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUsed =
      error instanceof Error && 'constraint' in error && REFERENCE_KEYS.has(String(error.constraint));
    if (!isUsed) throw error;
    throw new ApiError('reference-used', 'This UPI reference has been used already', {
      fields: { reference: 'has been used already' },
    });
  }
}

const runStaffChange = <T>(
  { database, now, staff, role }: StaffChange,
  work: (tx: Tx) => Promise<AuditedResult<T>>,
): Promise<T> =>
  inTransaction(database, async (tx) => {
    const current = await tx
      .selectFrom('app_user')
      .select('role')
      .where('id', '=', staff.id)
      .where('closed_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!current || !hasRole(current.role, role)) {
      throw new ApiError('not-allowed', 'Your role no longer allows this');
    }
    const { result, changes } = await work(tx);
    await record(tx, staff, now(), changes);
    return result;
  });

/** Runs a change by a person who is not of the staff, and writes its audit entries. `work` names the author. */
export const authoredChange = <T>(
  database: Database,
  now: EpochMs,
  work: (tx: Tx) => Promise<AuditedResult<T> & { readonly author: Author }>,
): Promise<T> =>
  inTransaction(database, async (tx) => {
    const { author, result, changes } = await work(tx);
    await record(tx, author, now, changes);
    return result;
  });

/**
 * Runs a change by an operator's command and writes its audit entries. `name`: the command, which the audit records as the
 * author.
 */
export const operatorChange = <T>(
  database: Database,
  now: EpochMs,
  name: string,
  work: (tx: Tx) => Promise<AuditedResult<T>>,
): Promise<T> =>
  authoredChange(database, now, async (tx) => ({ ...(await work(tx)), author: { id: null, name } }));
