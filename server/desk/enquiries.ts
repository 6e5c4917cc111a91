import type {
  DeskEnquiry,
  EnquiriesResponse,
  EnquiryInList,
  MarkRequest,
  EnquiryReplyRequest,
} from '../../contract/deskEnquiries.ts';
import { isMailable } from '../../domain/email.ts';
import { ApiError } from '../apiError.ts';
import type { Database, Tx } from '../database/schema.ts';
import { queueLetter } from '../letters/outbox.ts';
import type { Changed, Staff } from './staffChange.ts';

const MOST = 100;

const listed = (database: Database | Tx) =>
  database
    .selectFrom('enquiry')
    .leftJoin('app_user', 'app_user.id', 'enquiry.assigned_to')
    .select(['enquiry.id', 'enquiry.created_at', 'enquiry.name', 'enquire_for', 'state', 'assigned_to'])
    .select(['app_user.first_name', 'app_user.last_name']);
type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>;

const nameOf = ({ first_name, last_name }: Pick<Row, 'first_name' | 'last_name'>): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || null;

const inList = (row: Row): EnquiryInList => ({
  id: row.id,
  at: row.created_at.toISOString(),
  name: row.name,
  enquire_for: row.enquire_for,
  state: row.state,
  assigned_to: nameOf(row),
});

/** The enquiries of a state, the newest first, and how many there are of each. */
export async function enquiries(
  database: Database,
  state: EnquiryInList['state'],
): Promise<EnquiriesResponse> {
  const rows = await listed(database)
    .where('state', '=', state)
    .orderBy('enquiry.id', 'desc')
    .limit(MOST + 1)
    .execute();
  const counted = await database
    .selectFrom('enquiry')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (of: EnquiryInList['state']) => counted.find((each) => each.state === of)?.count ?? 0;
  return {
    data: rows.slice(0, MOST).map(inList),
    more: rows.length > MOST,
    counts: { new: countOf('new'), answered: countOf('answered'), closed: countOf('closed') },
  };
}

/** An enquiry with its history. Refuses (404) an unknown id. `staffId`: who looks at it. */
export async function deskEnquiry(database: Database, id: number, staffId: string): Promise<DeskEnquiry> {
  const row = await listed(database)
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
    is_mailable: isMailable(row.email),
    is_mine: row.assigned_to === staffId,
    history: history.map(({ at, staff_name, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      by: staff_name,
    })),
  };
}

interface Step {
  readonly id: number;
  readonly version: number;
  readonly kind: 'reply' | MarkRequest['mark'];
  readonly text?: string;
}

/**
 * Takes an enquiry a step on, with its entry in the history. Refuses (404) an unknown one and (409) 'changed-meanwhile', with
 * what it is now, when somebody has changed it since it was shown. Returns the id of the entry.
 */
async function takeStep(
  tx: Tx,
  { id, version, kind, text }: Step,
  staff: Staff,
  now: number,
): Promise<Changed<{ readonly entryId: number; readonly email: string; readonly name: string }>> {
  const enquiry = await tx
    .selectFrom('enquiry')
    .select(['name', 'email', 'state', 'assigned_to', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!enquiry) throw new ApiError('not-found', 'There is no such enquiry');
  if (enquiry.version !== version) {
    const last = await tx
      .selectFrom('enquiry_entry')
      .select(['staff_name', 'kind'])
      .where('enquiry_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    throw new ApiError('changed-meanwhile', 'This enquiry has changed since it was shown', {
      present: {
        state: enquiry.state,
        version: enquiry.version,
        ...(last && { by: last.staff_name, change: last.kind }),
      },
    });
  }
  const states = { reply: 'answered', closed: 'closed', reopened: 'new' } as const;
  const state = kind === 'taken' || kind === 'left' ? enquiry.state : states[kind];
  // Who answers deals with it, unless somebody else does already.
  const answers = kind === 'reply' && enquiry.assigned_to === null;
  const assigned = kind === 'taken' || answers ? staff.id : kind === 'left' ? null : enquiry.assigned_to;
  await tx
    .updateTable('enquiry')
    .set({ state, assigned_to: assigned, version: version + 1 })
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
    became: { state, assigned_to: assigned },
  } as const;
  return { result: { entryId, email: enquiry.email, name: enquiry.name }, changes: [change] };
}

/** Takes an enquiry over or gives it up, closes it or opens it again. Refuses as `takeStep`. `now`: ms since 1970. */
export async function markEnquiry(
  tx: Tx,
  { id, version, mark }: MarkRequest,
  staff: Staff,
  now: number,
): Promise<Changed<null>> {
  const { changes } = await takeStep(tx, { id, version, kind: mark }, staff, now);
  return { result: null, changes };
}

/**
 * Answers an enquiry with a letter to its address, queued in the same transaction. The audit says that it was answered, not
 * what was written. Refuses as `takeStep`, and (400) an address that no letter can go to. `now`: milliseconds since 1970.
 */
export async function replyToEnquiry(
  tx: Tx,
  { id, version, text }: EnquiryReplyRequest,
  staff: Staff,
  now: number,
): Promise<Changed<null>> {
  const { result, changes } = await takeStep(tx, { id, version, kind: 'reply', text }, staff, now);
  if (!isMailable(result.email)) {
    throw new ApiError('bad-input', 'No letter can go to this address', {
      fields: { text: 'cannot be sent: no letter can go to this address' },
    });
  }
  await queueLetter(tx, {
    kind: 'enquiry-reply',
    key: String(result.entryId),
    to: { name: null, address: result.email },
    payload: { entry_id: result.entryId },
    now,
  });
  return { result: null, changes };
}
