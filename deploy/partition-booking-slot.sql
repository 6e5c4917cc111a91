-- Partitions booking_slot by month while servers run; docs/scale.md says when and why. Run it as the owner of the tables, and
-- again once a year, when it only adds the partitions of the coming months:
--   psql "$DATABASE_URL" --single-transaction --set ON_ERROR_STOP=1 --file deploy/partition-booking-slot.sql
-- Bookings wait while rows are moved, some seconds per million rows; a server responds with 503 to those that wait too long.

set local statement_timeout = 0;
-- Shorter than PostgreSQL's deadlock_timeout: this script gives up its lock request first, so no booking fails in a deadlock.
set local lock_timeout = '300ms';
do $$
begin
  for attempt in 1 .. 100 loop
    begin
      lock table room, block_out, booking, booking_slot in access exclusive mode;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.3);
    end;
  end loop;
  raise exception 'the tables are in use all the time; nothing was changed';
end
$$;

-- The old table becomes the default partition, for days without a partition of their month, such as those of distant block-outs.
do $$
begin
  if (select relkind from pg_class where oid = 'booking_slot'::regclass) = 'p' then return; end if;

  alter table booking_slot rename to booking_slot_other;
  alter index booking_slot_pkey rename to booking_slot_other_pkey;
  alter index booking_slot_booking rename to booking_slot_other_booking;
  alter index booking_slot_block_out rename to booking_slot_other_block_out;

  create table booking_slot (like booking_slot_other including defaults including constraints) partition by range (day);
  alter table booking_slot
    add primary key (room_id, day, slot),
    add foreign key (room_id) references room (id),
    add foreign key (booking_id) references booking (id) on delete cascade,
    add foreign key (block_out_id) references block_out (id);
  create index booking_slot_booking on booking_slot (booking_id);
  create index booking_slot_block_out on booking_slot (block_out_id) where block_out_id is not null;
  alter table booking_slot attach partition booking_slot_other default;
end
$$;

do $$
declare
  month date;
  name text;
begin
  for month in
    select generate_series(
      date_trunc('month', least(current_date, (select min(day) from booking_slot_other))),
      date_trunc('month', current_date) + interval '24 months',
      interval '1 month')
  loop
    name := 'booking_slot_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like booking_slot including defaults including constraints)', name);
    execute format(
      'with moved as (delete from booking_slot_other where day >= %L and day < %L returning *)
       insert into %I select * from moved', month, month + interval '1 month', name);
    execute format(
      'alter table booking_slot attach partition %I for values from (%L) to (%L)', name, month,
      month + interval '1 month');
  end loop;
end
$$;

analyze booking_slot;
