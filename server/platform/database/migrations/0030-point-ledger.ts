import { sql, type Kysely } from 'kysely';

/**
 * The ledger of Lit points. A trigger writes an entry in the same statement as every change of a balance,
 * including a change by a server of the previous version, which names no cause. `points_change` passes the cause to the
 * trigger, which sets it to null. `expiring_half_points` is the part of the balance that expires with its month; it is used
 * first.
 */
const statements = [
  sql`alter table app_user
    add column monthly_half_points integer not null default 0 check (monthly_half_points >= 0),
    add column expiring_half_points integer not null default 0 check (expiring_half_points >= 0),
    add column points_month text check (points_month ~ '^[0-9]{4}-[0-9]{2}$'),
    add column points_change jsonb`,
  sql`create index app_user_renewal on app_user (points_month)
    where monthly_half_points > 0 or expiring_half_points > 0`,
  sql`create table point_entry (
    id integer generated always as identity,
    user_id uuid not null references app_user (id),
    at timestamptz not null,
    kind text not null check (kind in
      ('opening', 'grant', 'renewal', 'expiry', 'purchase', 'use', 'return', 'correction', 'closing')),
    half_points integer not null,
    expiring integer not null,
    balance integer not null check (balance >= 0),
    booking_id uuid,
    payment_id text,
    reason text,
    key text unique,
    primary key (user_id, id),
    constraint point_entry_sign check (case
      when kind in ('opening', 'grant', 'renewal', 'purchase', 'return') then half_points > 0
      when kind in ('expiry', 'use', 'closing') then half_points < 0
      else half_points <> 0 end),
    constraint point_entry_reason check (kind not in ('grant', 'correction') or reason is not null)
  )`,
  sql`create index point_entry_of_booking on point_entry (booking_id) where booking_id is not null`,
  sql`create function record_points() returns trigger language plpgsql as $$
    declare
      why jsonb := new.points_change;
      change integer := new.half_points;
      of_month integer := 0;
      what text;
      used integer;
    begin
      if tg_op = 'UPDATE' then
        new.points_change := null;
        change := new.half_points - old.half_points;
        if change = 0 then return new; end if;
        what := coalesce(why ->> 'kind', case when change < 0 then 'use' else 'return' end);
        if change < 0 then
          of_month := greatest(change, -old.expiring_half_points);
        elsif what = 'renewal' then
          of_month := change;
        elsif why ->> 'booking_id' is not null then
          -- What a booking took of the month goes back last, and lives as long as the present month's.
          select coalesce(-sum(half_points - expiring), change) into used from point_entry
            where booking_id = (why ->> 'booking_id')::uuid;
          of_month := change - least(change, greatest(used, 0));
        end if;
        new.expiring_half_points := old.expiring_half_points + of_month;
      else
        what := 'opening';
        if change = 0 then return new; end if;
      end if;
      insert into point_entry
        (user_id, at, kind, half_points, expiring, balance, booking_id, payment_id, reason, key)
      values (new.id, coalesce((why ->> 'at')::timestamptz, now()), what, change, of_month, new.half_points,
        (why ->> 'booking_id')::uuid, why ->> 'payment_id', why ->> 'reason', why ->> 'key');
      return new;
    end
  $$`,
  sql`create trigger points_are_recorded before update of half_points on app_user
    for each row execute function record_points()`,
  sql`create trigger first_points_are_recorded after insert on app_user
    for each row execute function record_points()`,
  sql`insert into point_entry (user_id, at, kind, half_points, expiring, balance)
    select id, now(), 'opening', half_points, 0, half_points from app_user where half_points > 0`,
  sql`create function refuse_point_change() returns trigger language plpgsql as $$
    begin raise exception 'the ledger of points only grows' using errcode = 'restrict_violation'; end
  $$`,
  sql`create trigger point_entry_only_grows before update or delete on point_entry
    for each row execute function refuse_point_change()`,
  sql`create trigger point_entry_is_not_emptied before truncate on point_entry
    for each statement execute function refuse_point_change()`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
