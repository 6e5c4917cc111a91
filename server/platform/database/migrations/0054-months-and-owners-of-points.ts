import { sql, type Kysely } from 'kysely';

/**
 * The month in which points expire, and the points that a customer can use without a membership. Before, one
 * month stood for the last renewal and for the expiry, so that points that were returned later expired at once, and a
 * membership that began again got no points. `points_month` is only the month of the last renewal from now on.
 *
 * `own_half_points` are bought, or were returned by a booking after the membership had ended. `own_expiring_half_points` are
 * those of them that expire. A server of the previous version does not know the columns, but the trigger maintains them: such a
 * server lets only members use points, and may expire returned points early.
 */
const statements = [
  sql`alter table app_user
    add column expiring_month text check (expiring_month ~ '^[0-9]{4}-[0-9]{2}$'),
    add column own_half_points integer not null default 0,
    add column own_expiring_half_points integer not null default 0`,
  sql`alter table point_entry
    add column own integer not null default 0,
    add column own_expiring integer not null default 0`,
  sql`update app_user set
    expiring_month = case when expiring_half_points > 0 then coalesce(
      (select max(to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM')) from point_entry
        where user_id = app_user.id and expiring > 0),
      points_month, to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM')) end,
    points_month = (select max(to_char(at at time zone 'Asia/Kolkata', 'YYYY-MM')) from point_entry
      where user_id = app_user.id and kind = 'renewal'),
    own_half_points = least(half_points - expiring_half_points, coalesce(
      (select sum(half_points) from point_purchase where user_id = app_user.id and granted_at is not null), 0))
    where points_month is not null or expiring_half_points > 0
      or exists (select from point_purchase where user_id = app_user.id and granted_at is not null)`,
  sql`alter table app_user add constraint app_user_own_points check (
    own_expiring_half_points between 0 and least(own_half_points, expiring_half_points)
    and own_half_points - own_expiring_half_points between 0 and half_points - expiring_half_points)`,
  sql`create or replace function record_points() returns trigger language plpgsql as $$
    declare
      why jsonb := new.points_change;
      change integer := new.half_points;
      changed_at timestamptz := coalesce((why ->> 'at')::timestamptz, now());
      what text;
      rest integer;
      -- What the change adds to each part of the balance.
      month_tied integer := 0;
      month_own integer := 0;
      lasting_tied integer := 0;
      lasting_own integer := 0;
      used integer;
      used_month integer;
      used_own integer;
    begin
      if tg_op = 'UPDATE' then
        new.points_change := null;
        change := new.half_points - old.half_points;
        if change = 0 then return new; end if;
        what := coalesce(why ->> 'kind', case when change < 0 then 'use' else 'return' end);
        if change < 0 then
          -- What expires is used first, and what the customer can use without a membership last.
          rest := -change;
          if what = 'use' and not new.is_member then
            month_own := -least(rest, old.own_expiring_half_points);
            rest := rest + month_own;
            lasting_own := -least(rest, old.own_half_points - old.own_expiring_half_points);
            rest := rest + lasting_own;
          end if;
          month_tied := -least(rest, old.expiring_half_points - old.own_expiring_half_points);
          rest := rest + month_tied;
          used := -least(rest, old.own_expiring_half_points + month_own);
          month_own := month_own + used;
          rest := rest + used;
          lasting_tied := -least(rest, old.half_points - old.expiring_half_points
            - old.own_half_points + old.own_expiring_half_points);
          rest := rest + lasting_tied;
          lasting_own := lasting_own - rest;
        elsif what = 'renewal' then
          month_tied := change;
        elsif what = 'purchase' then
          lasting_own := change;
        elsif why ->> 'booking_id' is not null then
          -- What a booking took of a month goes back last, and lives as long as the month of its return.
          select coalesce(-sum(half_points - expiring), change), coalesce(-sum(own - own_expiring), 0),
              coalesce(-sum(own_expiring), 0)
            into used, used_own, used_month from point_entry where booking_id = (why ->> 'booking_id')::uuid;
          rest := least(change, greatest(used, 0));
          lasting_own := least(rest, greatest(used_own, 0));
          lasting_tied := rest - lasting_own;
          rest := change - rest;
          month_own := least(rest, greatest(used_month, 0));
          month_tied := rest - month_own;
          -- Without a membership they could not be used.
          if not new.is_member then
            lasting_own := lasting_own + lasting_tied;
            lasting_tied := 0;
            month_own := month_own + month_tied;
            month_tied := 0;
          end if;
        else
          lasting_tied := change;
        end if;
        new.expiring_half_points := old.expiring_half_points + month_tied + month_own;
        new.own_half_points := old.own_half_points + month_own + lasting_own;
        new.own_expiring_half_points := old.own_expiring_half_points + month_own;
        new.expiring_month := case
          when new.expiring_half_points = 0 then null
          when month_tied + month_own > 0 then greatest(old.expiring_month,
            to_char(changed_at at time zone 'Asia/Kolkata', 'YYYY-MM'))
          else old.expiring_month end;
      else
        what := 'opening';
        if change = 0 then return new; end if;
      end if;
      insert into point_entry (user_id, at, kind, half_points, expiring, own, own_expiring, balance, booking_id, payment_id,
        reason, key)
      values (new.id, changed_at, what, change, month_tied + month_own, month_own + lasting_own, month_own,
        new.half_points, (why ->> 'booking_id')::uuid, why ->> 'payment_id', why ->> 'reason', why ->> 'key');
      return new;
    end
  $$`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
