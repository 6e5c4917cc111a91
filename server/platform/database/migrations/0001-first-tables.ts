import { sql, type Kysely } from 'kysely';

/**
 * Every rule that the database can enforce is a constraint, because code may have mistakes, run concurrently, or be of the
 * previous version. The tables need PostgreSQL 14 and no extensions.
 */
const statements = [
  sql`create table app_user (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    password_hash text not null,
    first_name text not null,
    last_name text,
    phone text not null,
    company_name text,
    website text,
    business_type text,
    is_member boolean not null default false,
    is_blocked boolean not null default false,
    half_points integer not null default 0 check (half_points >= 0),
    created_at timestamptz not null default now()
  )`,
  sql`create unique index app_user_email on app_user (lower(email))`,

  sql`create table refresh_token (
    token_hash text primary key,
    family uuid not null,
    user_id uuid not null references app_user (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz
  )`,
  sql`create index refresh_token_ended on refresh_token (family) where revoked_at is not null`,
  sql`create index refresh_token_user on refresh_token (user_id, expires_at)`,

  sql`create table room (
    id integer primary key,
    name text not null,
    capacity integer not null check (capacity >= 1),
    price_per_hour_paise integer not null check (price_per_hour_paise > 0),
    images text[] not null,
    amenities text[] not null,
    floor text not null,
    building_no text not null,
    street_name text not null,
    area_name text not null,
    city text not null,
    pincode text not null
  )`,
  sql`create index room_city on room (lower(city), id)`,

  sql`create table booking (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id),
    room_id integer not null references room (id),
    day date not null,
    start_slot smallint not null check (start_slot >= 0),
    end_slot smallint not null check (end_slot <= 48),
    status text not null
      check (status in ('held', 'confirmed', 'expired', 'cancelled', 'refund_due', 'refunded')),
    paid_with text not null check (paid_with in ('points', 'card')),
    half_points integer check (half_points > 0),
    total_paise integer check (total_paise > 0),
    hold_expires_at timestamptz,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    check (start_slot < end_slot),
    check (case paid_with
      when 'points' then half_points is not null and total_paise is null
      else total_paise is not null and half_points is null end),
    check (status <> 'held' or hold_expires_at is not null)
  )`,
  sql`create index booking_of_user on booking (user_id, day, start_slot)`,
  sql`create index booking_held on booking (hold_expires_at) where status = 'held'`,

  // The primary key makes double booking impossible: a slot of a room has at most one row.
  sql`create table booking_slot (
    room_id integer not null references room (id),
    day date not null,
    slot smallint not null check (slot between 0 and 47),
    booking_id uuid not null references booking (id) on delete cascade,
    hold_expires_at timestamptz,
    primary key (room_id, day, slot)
  )`,
  sql`create index booking_slot_booking on booking_slot (booking_id)`,

  sql`create table payment_order (
    order_id text primary key,
    booking_id uuid not null unique references booking (id),
    amount_paise integer not null check (amount_paise > 0),
    status text not null check (status in ('created', 'attempted', 'paid')),
    created_at timestamptz not null default now()
  )`,
  sql`create index payment_order_unpaid on payment_order (created_at) where status <> 'paid'`,

  sql`create table payment (
    payment_id text primary key,
    order_id text not null references payment_order (order_id),
    amount_paise integer not null check (amount_paise > 0),
    status text not null check (status in ('created', 'authorized', 'captured', 'failed', 'refunded')),
    recorded_at timestamptz not null default now()
  )`,
  sql`create index payment_of_order on payment (order_id)`,

  sql`create table enquiry (
    id integer primary key generated always as identity,
    name text not null,
    email text not null,
    phone text not null,
    enquire_for text not null,
    created_at timestamptz not null default now()
  )`,

  sql`create table blog_post (
    id integer primary key,
    title text not null,
    author text not null,
    day date not null,
    image text not null,
    summary text not null,
    body text not null
  )`,
  sql`create index blog_post_newest on blog_post (day desc, id desc)`,

  sql`create table event (
    id integer primary key generated always as identity,
    category text not null
  )`,
  sql`create index event_category on event (category, id)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}
