import { sql } from 'kysely';
import { addDays, dateAt } from '../domain/time/calendar.ts';
import { defaultCancellationPolicies } from '../domain/money/cancellation.ts';
import { bookingCodes } from '../domain/bookings/bookingStates.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import type { Database } from '../server/platform/database/schema.ts';
import { seed } from '../server/seed/seed.ts';

/** The size of a measured house. Its bookings lie on the days around today, `BOOKINGS_PER_ROOM_AND_DAY` in each room. */
export interface House {
  readonly rooms: number;
  readonly users: number;
  /** Days with bookings before and after today. */
  readonly daysBefore: number;
  readonly daysAfter: number;
}

/** The slots at which the bookings of a room and day start; each takes three slots. */
const STARTS = [16, 20, 24, 28];
const SLOTS = 3;
/** Every third booking is by card. Every fortieth of these is cancelled, with a refund and a credit note. */
const CARD_EVERY = 3;
const CANCELLED_EVERY = 40;
const TOTAL_PAISE = 177_000;
/** Emails that are done are deleted after this many days. */
const EMAIL_DAYS = 60;

export const bookingsOf = ({ rooms, daysBefore, daysAfter }: House): number =>
  rooms * (daysBefore + daysAfter + 1) * STARTS.length;

/** The content of an invoice or a credit note as JSON text, of the booking `b` and the payment `p` with the number `number`. */
const taxDocumentContent = (kind: 'invoice' | 'credit-note') => sql`jsonb_build_object(
  'version', 1, 'kind', ${kind}::text, 'demo', true, 'number', number, 'date', to_char(issued_on, 'YYYY-MM-DD'),
  'invoice', ${
    kind === 'invoice'
      ? sql`null`
      : sql`jsonb_build_object('number', invoice_number, 'date', to_char(issued_on, 'YYYY-MM-DD'))`
  }, 'reason', ${kind === 'invoice' ? sql`null` : sql`'cancelled'`},
  'seller', '{"name":"Litrooms","address":"12 Anna Salai, Chennai 600002","gstin":"33AAPFU0939F1ZF",
    "state":{"code":"33","name":"Tamil Nadu"}}'::jsonb,
  'buyer', '{"name":"Growth","address":null,"gstin":null,"state":null}'::jsonb,
  'place_of_supply', '{"code":"33","name":"Tamil Nadu"}'::jsonb, 'reverse_charge', false,
  'supply', jsonb_build_object('sac', '997212', 'of', 'booking', 'booking_id', booking_id, 'room_name', 'Room',
    'room_address', '2, 12 Anna Salai, Mount Road, Chennai 600002', 'date', to_char(day, 'YYYY-MM-DD'), 'start_time', '08:00:00',
    'end_time', '09:30:00', 'hours', 1.5),
  'rates', '{"cgst":9,"sgst":9}'::jsonb,
  'amounts', '{"taxable":"1500.00","cgst":"135.00","sgst":"135.00","total":"1770.00"}'::jsonb,
  'payment_id', payment_id)::text`;

/** Numbers and stores the tax documents of `paper_due` rows of a kind. */
const issueTaxDocuments = (kind: 'invoice' | 'credit-note', series: string) => sql`
  with numbered as (
    select d.id as due_id, d.booking_id, d.payment_id, b.user_id, b.day, (d.caused_at at time zone 'Asia/Kolkata')::date as issued_on,
      extract(year from (d.caused_at at time zone 'Asia/Kolkata') - interval '3 months')::integer as year, i.id as invoice_id,
      i.number as invoice_number
    from paper_due d join booking b on b.id = d.booking_id
    left join paper_due invoice_due on invoice_due.payment_id = d.payment_id and invoice_due.kind = 'invoice' and d.kind <> 'invoice'
    left join paper i on i.due_id = invoice_due.id
    where d.kind = ${kind} and b.day >= '1970-01-01'
  ), sequenced as (
    select *, row_number() over (partition by year order by due_id) as sequence,
      to_char(year % 100, 'FM00') || to_char((year + 1) % 100, 'FM00') as financial_year
    from numbered
  ), named as (
    select *, ${series}::text || '/' || financial_year || '/' || to_char(sequence, 'FM0000000') as number from sequenced
  ), composed as (select *, ${taxDocumentContent(kind)} as content from named)
  insert into paper (due_id, kind, is_demo, number, series, financial_year, sequence, issued_on, booking_id, user_id, invoice_id,
    taxable_paise, cgst_paise, sgst_paise, total_paise, content, content_hash, created_at)
  select due_id, ${kind}, true, number, ${series}, financial_year, sequence, issued_on, booking_id, user_id, invoice_id,
    150000, 13500, 13500, ${TOTAL_PAISE}::integer, content, encode(sha256(convert_to(content, 'UTF8')), 'hex'), now()
  from composed`;

/** The columns of a table that are filled below, one statement per table. */
const statements = ({ rooms, users, daysBefore, daysAfter }: House, now: number) => {
  const today = dateAt(now);
  const policy = JSON.stringify(defaultCancellationPolicies.card);
  return [
    sql`insert into room (id, name, capacity, price_per_hour_paise, images, amenities, floor, building_no, street_name, area_name,
        city, pincode, position)
      select n, 'Room ' || n, capacity, 100000, images, amenities, floor, building_no, street_name, area_name, city, pincode, n
      from generate_series(1, ${rooms}::integer) as n join room template on template.id = 1 + n % 9
      on conflict do nothing`,
    sql`insert into app_user (email, password_hash, first_name, last_name, phone, is_member, half_points, email_confirmed_at)
      select 'growth-' || n || '@example.com', '-', 'Growth', 'Person ' || n, '+9198400' || to_char(n % 100000, 'FM00000'), n % 3 = 0,
        case when n % 3 = 0 then 400 else 0 end, now()
      from generate_series(1, ${users}::integer) as n`,
    sql`create temporary table person as
      select id, substr(email, 8, strpos(email, '@') - 8)::integer as n from app_user where email like 'growth-%@example.com'`,
    sql`create unique index on person (n)`,
    sql`analyze person`,
    sql`create temporary table growth as
      select gen_random_uuid() as id, room_id, day, start, n,
        case when n % ${CARD_EVERY}::integer = 0 then 'card' else 'points' end as paid_with,
        n % ${CARD_EVERY * CANCELLED_EVERY}::integer = 0 as is_cancelled,
        (day - 7)::timestamptz as made_at
      from (
        select room_id, ${today}::date + ahead as day, start,
          (row_number() over (order by ahead, room_id, start))::integer as n
        from generate_series(10, ${rooms}::integer) as room_id,
          generate_series(${-daysBefore}::integer, ${daysAfter}::integer) as ahead, unnest(${STARTS}::integer[]) as start
      ) as numbered`,
    sql`insert into booking (id, user_id, room_id, day, start_slot, end_slot, status, paid_with, half_points, total_paise, created_at,
        confirmed_at, policy, cancelled_at, returned)
      select growth.id, person.id, room_id, day, start, start + ${SLOTS}::integer,
        case when is_cancelled then ${sql.lit(bookingCodes.cancelled)} else 'confirmed' end, paid_with,
        case when paid_with = 'points' then ${SLOTS}::integer end, case when paid_with = 'card' then ${TOTAL_PAISE}::integer end,
        least(made_at, now()), least(made_at, now()), ${policy}::jsonb,
        case when is_cancelled then least(made_at, now()) end, case when is_cancelled then ${TOTAL_PAISE}::integer end
      from growth join person on person.n = 1 + growth.n % ${users}::integer`,
    sql`insert into booking_slot (room_id, day, slot, booking_id)
      select room_id, day, slot, id from growth, generate_series(start, start + ${SLOTS - 1}::integer) as slot
      where not is_cancelled`,
    sql`insert into payment_order (order_id, booking_id, amount_paise, status, created_at)
      select 'order_' || substr(md5(id::text), 1, 14), id, ${TOTAL_PAISE}::integer, 'paid', least(made_at, now())
      from growth where paid_with = 'card'`,
    sql`insert into payment (payment_id, order_id, amount_paise, status, recorded_at, method)
      select 'pay_' || substr(md5(id::text), 1, 14), 'order_' || substr(md5(id::text), 1, 14), ${TOTAL_PAISE}::integer, 'captured',
        least(made_at, now()), 'card'
      from growth where paid_with = 'card'`,
    sql`update booking set paid_by_payment_id = 'pay_' || substr(md5(booking.id::text), 1, 14)
      from growth where growth.id = booking.id and growth.paid_with = 'card'`,
    sql`insert into refund (paying_payment_id, booking_id, amount_paise, due_since, reason, status, next_try_at)
      select 'pay_' || substr(md5(id::text), 1, 14), id, ${TOTAL_PAISE}::integer, least(made_at, now()), 'cancelled', 'processed', now()
      from growth where is_cancelled and paid_with = 'card'`,
    sql`insert into paper_due (kind, booking_id, payment_id, amount_paise, facts, caused_at)
      select 'invoice', id, 'pay_' || substr(md5(id::text), 1, 14), ${TOTAL_PAISE}::integer, '{}', least(made_at, now())
      from growth where paid_with = 'card' order by n`,
    sql`insert into paper_due (kind, booking_id, payment_id, refund_id, amount_paise, facts, caused_at)
      select 'credit-note', booking_id, paying_payment_id, id, amount_paise, '{}', due_since from refund
      where paying_payment_id is not null order by due_since`,
    issueTaxDocuments('invoice', 'GR'),
    issueTaxDocuments('credit-note', 'GC'),
    sql`insert into paper_counter (series, financial_year, last_sequence, last_date)
      select series, financial_year, max(sequence), max(issued_on) from paper group by series, financial_year`,
    sql`insert into letter (dedupe_key, kind, user_id, payload, attachments, state, due_at, created_at, sent_at)
      select kind || ':' || growth.id || ':0', kind, person.id, jsonb_build_object('booking_id', growth.id), '[]', 'sent',
        least(made_at, now()), least(made_at, now()), least(made_at, now())
      from growth join person on person.n = 1 + growth.n % ${users}::integer, unnest(array['booked', 'reminder']) as kind
      where made_at > now() - make_interval(days => ${EMAIL_DAYS}::integer) and made_at < now()`,
    sql`insert into point_entry (user_id, at, kind, half_points, expiring, balance, booking_id)
      select person.id, least(made_at, now()), 'use', ${-SLOTS}::integer, 0, 400, growth.id
      from growth join person on person.n = 1 + growth.n % ${users}::integer where paid_with = 'points'`,
    sql`insert into audit_entry (at, staff_name, action, subject, subject_id)
      select made_at, 'Desk', 'arrived', 'booking', id::text from growth where n % 10 = 0 and made_at < now()`,
    sql`insert into enquiry (name, email, phone, enquire_for, message, created_at, state)
      select 'Asker ' || n, 'asker-' || n || '@example.com', '+919840012345', 'EVENTS', 'Growth',
        now() - make_interval(hours => n), case when n > 40 then 'closed' else 'new' end
      from generate_series(1, ${Math.ceil((daysBefore * 24) / 2)}::integer) as n`,
  ];
};

/** Builds a house in an empty database. `now`: milliseconds since 1970. `onStep` is called before each statement. */
export async function buildHouse(
  database: Database,
  house: House,
  now: number,
  onStep: (statement: string) => void = () => undefined,
): Promise<void> {
  await migrate(database);
  await seed(database, { demo: true, now });
  // The days of the demo bookings stay as they are: the bookings below are in rooms that the demo does not have.
  await database.connection().execute(async (connection) => {
    for (const statement of statements(house, now)) {
      onStep(statement.compile(connection).sql.trim().split('\n')[0] ?? '');
      await statement.execute(connection);
    }
  });
  await sql`vacuum analyze`.execute(database);
}

/** A day with bookings, `n` days from now. */
export const dayIn = (n: number, now: number): string => addDays(dateAt(now), n);
