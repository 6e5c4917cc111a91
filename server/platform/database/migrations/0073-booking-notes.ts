import { sql, type Kysely } from 'kysely';

/**
 * The desk's notes about a booking, of which there may be several. The single note of before becomes the first one,
 * with the author and the time of its audit entry. A server of the previous version still writes `desk_booking.note`: the trigger
 * adds its text to the list.
 */
const statements = [
  sql`create table booking_note (
    id bigint primary key generated always as identity,
    booking_id uuid not null references booking (id) on delete cascade,
    at timestamptz not null,
    staff_id uuid references app_user (id) on delete set null,
    staff_name text not null,
    text text not null check (text <> '')
  )`,
  sql`create index booking_note_of_booking on booking_note (booking_id, id)`,
  sql`insert into booking_note (booking_id, at, staff_id, staff_name, text)
    select desk_booking.booking_id, coalesce(written.at, booking.created_at), written.staff_id,
      coalesce(written.staff_name, ''), desk_booking.note
    from desk_booking
    join booking on booking.id = desk_booking.booking_id
    left join lateral (
      select at, staff_name, (select id from app_user where id = audit_entry.staff_id) as staff_id
      from audit_entry
      where subject = 'booking' and subject_id = desk_booking.booking_id::text and action = 'note written'
      order by audit_entry.id desc limit 1
    ) written on true
    where coalesce(desk_booking.note, '') <> ''`,
  sql`create function list_booking_note() returns trigger language plpgsql as $$
    begin
      if coalesce(new.note, '') <> '' and not exists (
        select from booking_note where booking_id = new.booking_id and text = new.note
      ) then
        insert into booking_note (booking_id, at, staff_name, text) values (new.booking_id, now(), '', new.note);
      end if;
      return null;
    end
  $$`,
  sql`create trigger booking_note_is_listed after insert or update of note on desk_booking
    for each row execute function list_booking_note()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
