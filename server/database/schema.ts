import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** Timestamps come back as Date and may be written as Date or left to the database. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A user of the site; a member in the sense of the specification has `is_member`. `half_points`: ruling 9. */
export interface UserTable {
  id: Generated<string>;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string | null;
  phone: string;
  company_name: string | null;
  website: string | null;
  business_type: string | null;
  is_member: Generated<boolean>;
  is_blocked: Generated<boolean>;
  half_points: Generated<number>;
  /** Changes with every hold that the user makes. */
  hold_version: Generated<number>;
  created_at: DefaultedInstant;
}

/**
 * One sign-in and all that follows from it; `id` is the family of its refresh tokens. A family that a server of the
 * version before began has no row until its next exchange.
 */
export interface SessionTable {
  id: string;
  user_id: string;
  /** The session ends then, however often it was renewed. */
  absolute_expires_at: Instant;
  revoked_at: OptionalInstant;
}

/** One refresh token; only its hash is kept. The tokens of one sign-in are a family, revoked together. */
export interface RefreshTokenTable {
  token_hash: string;
  family: string;
  user_id: string;
  expires_at: Instant;
  used_at: OptionalInstant;
  revoked_at: OptionalInstant;
}

export interface RoomTable {
  id: number;
  name: string;
  capacity: number;
  price_per_hour_paise: number;
  images: string[];
  amenities: string[];
  floor: string;
  building_no: string;
  street_name: string;
  area_name: string;
  city: string;
  pincode: string;
}

/** Forward only: held → confirmed | expired | cancelled | refund_due → refunded. */
export type BookingStatus = 'held' | 'confirmed' | 'expired' | 'cancelled' | 'refund_due' | 'refunded';

/** A booking of [start_slot, end_slot) on an IST day; half-hours as in domain/slots. */
export interface BookingTable {
  id: Generated<string>;
  user_id: string;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
  status: BookingStatus;
  paid_with: 'points' | 'card';
  /** Half-points taken, when paid with points. */
  half_points: number | null;
  /** Grand total in paise, when paid by card; frozen when the order is made. */
  total_paise: number | null;
  hold_expires_at: OptionalInstant;
  created_at: DefaultedInstant;
  confirmed_at: OptionalInstant;
}

/**
 * One claimed half-hour of a room. Its primary key (room_id, day, slot) is what makes double booking impossible.
 * `hold_expires_at` null: confirmed.
 */
export interface BookingSlotTable {
  room_id: number;
  day: string;
  slot: number;
  booking_id: string;
  hold_expires_at: OptionalInstant;
}

/** The provider's order for a card booking. */
export interface PaymentOrderTable {
  order_id: string;
  booking_id: string;
  amount_paise: number;
  /** Forward only: created → attempted → paid. */
  status: 'created' | 'attempted' | 'paid';
  created_at: DefaultedInstant;
  /** When the provider is asked about it next; null when nothing can come of it any more. */
  next_check_at: OptionalInstant;
}

/** A payment that the provider told of, by its id. */
export interface PaymentTable {
  payment_id: string;
  order_id: string;
  amount_paise: number;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
  recorded_at: DefaultedInstant;
}

/** Why money goes back: its half-hours were lost, the booking was paid already, or it is not what the order says. */
export type RefundReason = 'late' | 'second-payment' | 'wrong-amount';

/** A captured payment that did not pay a booking and must be given back. */
export interface RefundTable {
  payment_id: string;
  amount_paise: number;
  due_since: Instant;
  reason: RefundReason;
  /** due → requested, the provider has taken it on → processed; back to due when the provider could not do it. */
  status: Generated<'due' | 'requested' | 'processed'>;
  /** The provider's refund that is under way, was processed, or failed last. */
  refund_id: string | null;
  /** How often it was attempted since it was last due or asked for. */
  attempts: Generated<number>;
  /** How many refunds of it the provider took on and could not do. */
  failures: Generated<number>;
  /** When it is attempted, or asked for, next. */
  next_try_at: Instant;
}

/** An event that the provider reported and that has had its effect. `event_key`: its id, or a hash of its body. */
export interface WebhookEventTable {
  event_key: string;
  event: string;
  received_at: Instant;
}

export interface EnquiryTable {
  id: Generated<number>;
  name: string;
  email: string;
  phone: string;
  enquire_for: string;
  created_at: DefaultedInstant;
}

export interface BlogPostTable {
  id: number;
  title: string;
  author: string;
  day: string;
  image: string;
  summary: string;
  body: string;
}

export interface EventTable {
  id: Generated<number>;
  category: string;
}

export interface Schema {
  app_user: UserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  room: RoomTable;
  booking: BookingTable;
  booking_slot: BookingSlotTable;
  payment_order: PaymentOrderTable;
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  enquiry: EnquiryTable;
  blog_post: BlogPostTable;
  event: EventTable;
}

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;
