import type { AuditSubject } from '../../contract/desk.ts';
import { hasRole, type StaffRole } from '../../domain/roles.ts';
import { ApiError } from '../apiError.ts';
import type { Database, Tx } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

/** Somebody who works at the desk, as the database has them at the time of the call. */
export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Whether the account has a second factor. */
  readonly second_factor: boolean;
}

/** One change for the audit: what a thing was and what it became; null for what was not there or is gone. */
export interface AuditedChange {
  readonly action: string;
  /** What kind of thing, and which one. */
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly was: object | null;
  readonly became: object | null;
  readonly reason?: string | undefined;
}

/** What a change returns, and the entries that it leaves in the audit: none when nothing was changed. */
export interface Changed<T> {
  readonly result: T;
  readonly changes: readonly AuditedChange[];
}

/** Who makes a change: somebody of the staff, or an operator with a command. */
interface Author {
  readonly id: string | null;
  readonly name: string;
}

async function record(tx: Tx, by: Author, at: number, changes: readonly AuditedChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_entry')
    .values(
      changes.map(({ action, subject, subjectId, was, became, reason }) => ({
        at: new Date(at),
        staff_id: by.id,
        staff_name: by.name,
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

/** What a staff change works with: the database, the server's clock, who makes it, and the role that it needs. */
export interface StaffChange {
  readonly database: Database;
  readonly now: () => number;
  readonly staff: Staff;
  readonly role: StaffRole;
}

/**
 * Makes a change of the staff and writes it into the audit, in one transaction: the only way in which the desk writes
 * (decision 0061). The role is read again and its row locked, so that a change is either committed before a demotion or
 * refused (403). `work` may run several times, as in `inTransaction`.
 */
export const staffChange = <T>(
  { database, now, staff, role }: StaffChange,
  work: (tx: Tx) => Promise<Changed<T>>,
): Promise<T> =>
  inTransaction(database, async (tx) => {
    const present = await tx
      .selectFrom('app_user')
      .select('role')
      .where('id', '=', staff.id)
      .where('closed_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!present || !hasRole(present.role, role)) {
      throw new ApiError('not-allowed', 'Your role does not allow this any more');
    }
    const { result, changes } = await work(tx);
    await record(tx, staff, now(), changes);
    return result;
  });

/** The same for a command that an operator runs where the server runs. `name`: the command, for the audit. */
export const operatorChange = <T>(
  database: Database,
  now: number,
  name: string,
  work: (tx: Tx) => Promise<Changed<T>>,
): Promise<T> =>
  inTransaction(database, async (tx) => {
    const { result, changes } = await work(tx);
    await record(tx, { id: null, name }, now, changes);
    return result;
  });
