import type {
  DeskEnquiry,
  EnquiriesResponse,
  EnquiryInList,
  MarkRequest,
  EnquiryReplyRequest,
} from '../../../contract/desk/enquiries.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError } from '../../platform/http/apiError.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { queueEmail } from '../../outbox/outbox.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';

const MAX_LISTED = 100;

const selectListed = (database: Database | Tx) =>
  database
    .selectFrom('enquiry')
    .leftJoin('app_user', 'app_user.id', 'enquiry.assigned_to')
    .select(['enquiry.id', 'enquiry.created_at', 'enquiry.name', 'enquire_for', 'state', 'assigned_to'])
    .select(['app_user.first_name', 'app_user.last_name']);
type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>;

const inList = (row: Row): EnquiryInList => ({
  id: row.id,
  at: row.created_at.toISOString(),
  name: row.name,
  enquire_for: row.enquire_for,
  state: row.state,
  assigned_to: fullName(row.first_name, row.last_name) || null,
});

/** The newest first, with the number of enquiries of each state. */
export async function enquiries(
  database: Database,
  state: EnquiryInList['state'],
): Promise<EnquiriesResponse> {
  const rows = await selectListed(database)
    .where('state', '=', state)
    .orderBy('enquiry.id', 'desc')
    .limit(MAX_LISTED + 1)
    .execute();
  const counts = await database
    .selectFrom('enquiry')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (wantedState: EnquiryInList['state']) =>
    counts.find((row) => row.state === wantedState)?.count ?? 0;
  return {
    data: rows.slice(0, MAX_LISTED).map(inList),
    more: rows.length > MAX_LISTED,
    counts: { new: countOf('new'), answered: countOf('answered'), closed: countOf('closed') },
  };
}

/** An enquiry with its history. Throws 404 for an unknown id. `staffId`: the member of staff who reads it. */
export async function deskEnquiry(
  database: Database,
  id: number,
  { staffId, canMail }: { readonly staffId: string; readonly canMail: (email: string) => boolean },
): Promise<DeskEnquiry> {
  const row = await selectListed(database)
    .select(['version', 'enquiry.email', 'enquiry.phone', 'wanted_on', 'people', 'message'])
    .where('enquiry.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('not-found', 'There is no such enquiry');
  const history = await database
    .selectFrom('enquiry_entry')
    .select(['id', 'at', 'staff_name', 'kind', 'text'])
    .where('enquiry_id', '=', id)
    .orderBy('id')
    .execute();
  return {
    ...inList(row),
    version: row.version,
    email: row.email,
    phone: row.phone,
    wanted_on: row.wanted_on,
    people: row.people,
    message: row.message,
    is_mailable: canMail(row.email),
    is_mine: row.assigned_to === staffId,
    history: history.map(({ at, staff_name, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
    })),
  };
}

interface EnquiryStep {
  readonly id: number;
  readonly version: number;
  readonly kind: 'reply' | MarkRequest['mark'];
  readonly text?: string;
}

/**
 * Applies a step to an enquiry and writes its entry in the history. Throws 404 for an unknown enquiry, and 409 'changed-meanwhile'
 * with the current state when it was changed since it was shown. The result has the id of the entry.
 */
async function applyStep(
  tx: Tx,
  { id, version, kind, text }: EnquiryStep,
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<{ readonly entryId: number; readonly email: string; readonly name: string }>> {
  const enquiry = await tx
    .selectFrom('enquiry')
    .select(['name', 'email', 'state', 'assigned_to', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!enquiry) throw new ApiError('not-found', 'There is no such enquiry');
  if (enquiry.version !== version) {
    const lastEntry = await tx
      .selectFrom('enquiry_entry')
      .select(['staff_name', 'kind'])
      .where('enquiry_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    throw new ApiError('changed-meanwhile', 'This enquiry has changed since it was shown', {
      present: {
        state: enquiry.state,
        version: enquiry.version,
        ...(lastEntry && { by: lastEntry.staff_name, change: lastEntry.kind }),
      },
    });
  }
  const states = { reply: 'answered', closed: 'closed', reopened: 'new' } as const;
  const state = kind === 'taken' || kind === 'left' ? enquiry.state : states[kind];
  // A reply assigns the enquiry to its author, unless it is already assigned.
  const assignsAuthor = kind === 'reply' && enquiry.assigned_to === null;
  const assignedTo =
    kind === 'taken' || assignsAuthor ? staff.id : kind === 'left' ? null : enquiry.assigned_to;
  await tx
    .updateTable('enquiry')
    .set({ state, assigned_to: assignedTo, version: version + 1 })
    .where('id', '=', id)
    .execute();
  const { id: entryId } = await tx
    .insertInto('enquiry_entry')
    .values({
      enquiry_id: id,
      at: new Date(now),
      staff_id: staff.id,
      staff_name: staff.name,
      kind,
      text: text ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = {
    action: kind === 'reply' ? 'enquiry answered' : `enquiry ${kind}`,
    subject: 'enquiry',
    subjectId: String(id),
    was: { state: enquiry.state, assigned_to: enquiry.assigned_to },
    became: { state, assigned_to: assignedTo },
  } as const;
  return { result: { entryId, email: enquiry.email, name: enquiry.name }, changes: [change] };
}

/**
 * Assigns an enquiry to the author or unassigns it, closes it or reopens it. Throws as `applyStep`.
 */
export async function markEnquiry(
  tx: Tx,
  { id, version, mark }: MarkRequest,
  staff: Staff,
  now: EpochMs,
): Promise<AuditedResult<null>> {
  const { changes } = await applyStep(tx, { id, version, kind: mark }, staff, now);
  return { result: null, changes };
}

/**
 * Replies to an enquiry with an email, which is queued in the same transaction. The audit records that there was a reply, but not
 * its text. Throws as `applyStep`, and 400 for an address that cannot receive email.
 */
export async function replyToEnquiry(
  tx: Tx,
  { id, version, text }: EnquiryReplyRequest,
  staff: Staff,
  { now, canMail }: { readonly now: EpochMs; readonly canMail: (email: string) => boolean },
): Promise<AuditedResult<null>> {
  const { result, changes } = await applyStep(tx, { id, version, kind: 'reply', text }, staff, now);
  if (!canMail(result.email)) {
    throw new ApiError('bad-input', 'This address cannot receive email', {
      fields: { text: 'cannot be sent: this address cannot receive email' },
    });
  }
  await queueEmail(tx, {
    kind: 'enquiry-reply',
    key: String(result.entryId),
    to: { name: null, address: result.email },
    payload: { entry_id: result.entryId },
    now,
  });
  return { result: null, changes };
}
