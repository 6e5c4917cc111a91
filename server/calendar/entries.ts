import { sql } from 'kysely';
import { emailKey } from '../../domain/account/email.ts';
import type { EpochMs } from '../../domain/time/epochMs.ts';
import { anyOf } from '../platform/database/anyOf.ts';
import type { Database, Tx } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Mailbox } from '../platform/mail/mailSettings.ts';
import { queueEmail, queueEmails } from '../outbox/outbox.ts';

/** The identity of an entry in calendar programs: its UID, and how often its attendee has changed. */
export interface EntryIdentity {
  readonly uid: string;
  readonly revision: number;
}

/** The host of `origin`, that of the site, makes the UID globally unique. */
const newUid = (bookingId: string, origin: string): string => `${bookingId}@${new URL(origin).hostname}`;

const keptUid = sql<string>`coalesce(calendar_entry.uid, excluded.uid)`;

/**
 * The identities of the entries of bookings, by the booking's id. An entry that has none gets one, which stays when the site gets
 * another origin.
 */
export async function entryIdentities(
  database: Database,
  bookingIds: readonly string[],
  origin: string,
): Promise<ReadonlyMap<string, EntryIdentity>> {
  if (bookingIds.length === 0) return new Map();
  const stored = await database
    .selectFrom('calendar_entry')
    .select(['booking_id', 'uid', 'revision'])
    .where('booking_id', '=', anyOf(bookingIds, 'uuid'))
    .execute();
  const identities = new Map<string, EntryIdentity>();
  for (const { booking_id, uid, revision } of stored)
    if (uid !== null) identities.set(booking_id, { uid, revision });
  const newIds = bookingIds.filter((id) => !identities.has(id));
  if (newIds.length === 0) return identities;
  const added = await database
    .insertInto('calendar_entry')
    .values(newIds.map((id) => ({ booking_id: id, uid: newUid(id, origin) })))
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ uid: keptUid }))
    .returning(['booking_id', 'uid', 'revision'])
    .execute();
  for (const { booking_id, uid, revision } of added) {
    identities.set(booking_id, { uid: uid ?? newUid(booking_id, origin), revision });
  }
  return identities;
}

/** As `entryIdentities`, for one entry. */
export async function entryIdentity(
  database: Database,
  bookingId: string,
  origin: string,
): Promise<EntryIdentity> {
  return (await entryIdentities(database, [bookingId], origin)).get(bookingId) as EntryIdentity;
}

/** An invitation to send: who is invited, by whom, and when (milliseconds since 1970). */
interface NewInvitation {
  readonly attendee: string;
  readonly from: Mailbox;
  readonly origin: string;
  readonly now: EpochMs;
}

/** Somebody is invited to the entry. */
export interface InvitedEntry extends EntryIdentity {
  /** Sender of the first invitation: calendar programs ignore a change by another organizer. */
  readonly organizer: Mailbox;
}

/**
 * Records that an address is invited to a booking, and returns the entry's identity. When another address was invited before, the
 * entry gets a new revision and the former address an email that removes it from that calendar.
 */
export const recordInvitation = (
  database: Database,
  bookingId: string,
  { attendee, from, origin, now }: NewInvitation,
): Promise<InvitedEntry> =>
  inTransaction(database, async (tx) => {
    const entry = await tx
      .insertInto('calendar_entry')
      .values({
        booking_id: bookingId,
        uid: newUid(bookingId, origin),
        organizer_name: from.name,
        organizer_address: from.address,
      })
      .onConflict((conflict) =>
        conflict.column('booking_id').doUpdateSet({
          uid: keptUid,
          organizer_name: sql`case when calendar_entry.organizer_address is null
            then excluded.organizer_name else calendar_entry.organizer_name end`,
          organizer_address: sql`coalesce(calendar_entry.organizer_address, excluded.organizer_address)`,
        }),
      )
      .returning(['uid', 'organizer_name', 'organizer_address', 'attendee_address', 'revision'])
      .executeTakeFirstOrThrow();
    const former = entry.attendee_address;
    const isNew = former === null || emailKey(former) !== emailKey(attendee);
    const isReplaced = isNew && former !== null;
    const revision = entry.revision + (isReplaced ? 1 : 0);
    if (isNew) {
      await tx
        .updateTable('calendar_entry')
        .set({ attendee_address: attendee, revision })
        .where('booking_id', '=', bookingId)
        .execute();
    }
    if (isReplaced) {
      await queueEmail(tx, {
        kind: 'invitation-ended',
        key: `${bookingId}:${revision}`,
        to: { name: null, address: former },
        payload: { booking_id: bookingId },
        now,
      });
    }
    return {
      uid: entry.uid as string,
      revision,
      organizer: {
        name: entry.organizer_name ?? from.name,
        address: entry.organizer_address ?? from.address,
      },
    };
  });

/** Undefined when there is none. */
export const invitationOf = (database: Database, bookingId: string) =>
  database
    .selectFrom('calendar_entry')
    .select(['organizer_name', 'organizer_address', 'attendee_address'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();

/**
 * Invites the new address of a user to the upcoming bookings; the emails remove their entries from the calendar of the former
 * address. `formerAddress`: null for an account that has lost its address, because its invitations have ended.
 */
export async function inviteNewAddress(
  tx: Tx,
  {
    userId,
    formerAddress,
    now,
  }: { readonly userId: string; readonly formerAddress: string | null; readonly now: EpochMs },
): Promise<void> {
  const { rows: bookings } = await sql<{ id: string; sequence: number }>`
    with upcoming as (
      select id, sequence from booking where user_id = ${userId} and status = 'confirmed'
        and moves_booking_id is null and day >= timezone('Asia/Kolkata', ${new Date(now)}::timestamptz)::date
    ), entry as (
      insert into calendar_entry (booking_id, attendee_address) select id, ${formerAddress} from upcoming
      on conflict (booking_id) do update
        set attendee_address = coalesce(calendar_entry.attendee_address, excluded.attendee_address)
      returning booking_id
    ) select upcoming.id, upcoming.sequence from upcoming join entry on entry.booking_id = upcoming.id`.execute(
    tx,
  );
  await queueEmails(
    tx,
    bookings.map(({ id, sequence }) => ({
      kind: 'invitation' as const,
      key: `${id}:${sequence}:${now}`,
      to: { userId },
      payload: { booking_id: id, sequence },
      now,
    })),
  );
}

/**
 * Ends the invitations to the bookings of a user whose address is given to another account: emails remove the entries of upcoming
 * bookings from the calendar of that address, which is erased here.
 */
export async function endInvitations(
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: EpochMs },
): Promise<void> {
  const { rows: ended } = await sql<{ booking_id: string; address: string; revision: number }>`
    with invited as (
      select booking_id, attendee_address as address from calendar_entry
      join booking on booking.id = booking_id
      where user_id = ${userId} and status = 'confirmed' and attendee_address is not null
        and day >= timezone('Asia/Kolkata', ${new Date(now)}::timestamptz)::date
    )
    update calendar_entry set attendee_address = null, revision = revision + 1 from invited
    where calendar_entry.booking_id = invited.booking_id
    returning invited.booking_id, invited.address, revision`.execute(tx);
  await queueEmails(
    tx,
    ended.map(({ booking_id, address, revision }) => ({
      kind: 'invitation-ended' as const,
      key: `${booking_id}:${revision}`,
      to: { name: null, address },
      payload: { booking_id },
      now,
    })),
  );
  await eraseAttendee(tx, [userId]);
}

/** Erases the addresses that were invited to bookings of a user, whose account is closed or has lost its address. */
export const eraseAttendee = (database: Database | Tx, userIds: readonly string[]): Promise<unknown> =>
  database
    .updateTable('calendar_entry')
    .set({ attendee_address: null })
    .where('attendee_address', 'is not', null)
    .where('booking_id', 'in', (query) =>
      query.selectFrom('booking').select('booking.id').where('booking.user_id', '=', anyOf(userIds, 'uuid')),
    )
    .execute();
