import type { ProviderMethod } from '../../domain/paymentMethods.ts';
import type { LatePaymentCause } from '../../domain/refundReasons.ts';
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { Arrival } from '../../contract/dayPlan.ts';
import type { PaperKind } from '../../contract/papers.ts';
import type { DeskMethod } from '../../domain/deskPayment.ts';
import type { PointKind } from '../../domain/pointKinds.ts';
import type { Role } from '../../domain/roles.ts';
import type { StateCode } from '../../domain/gstStates.ts';
import type { AttachmentRef, LetterKind } from '../letters/letter.ts';
import type { LinkPurpose } from '../letters/linkToken.ts';
import type { CreditNoteFacts, InvoiceFacts, PointsFacts } from '../papers/facts.ts';

/** Timestamps are read as Date and written as Date, or defaulted by the database. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A JSON column: read as its value, written as text, because the driver converts arrays to PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>;

/** A user; a member of the specification has `is_member`. `half_points`: ruling 9. */
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
  /** Incremented with every hold of the user. */
  hold_version: Generated<number>;
  created_at: DefaultedInstant;
  /** When a link in a letter to `email` was opened; null before that (decision 0046). */
  email_confirmed_at: OptionalInstant;
  /** When the account was closed or gave its address up; null while it is in use. */
  closed_at: OptionalInstant;
  /** Of a closed account, for two weeks: where letters about its payments go (decision 0095). */
  closing_email: string | null;
  /** What the account may do at the desk (decision 0060). */
  role: Generated<Role>;
  /** What a membership gives at the beginning of each month, in half-points. */
  monthly_half_points: Generated<number>;
  /** The part of `half_points` that ends with `points_month`; a trigger keeps it (decision 0071). */
  expiring_half_points: GeneratedAlways<number>;
  /** The IST month of the last renewal, 'YYYY-MM'. */
  points_month: string | null;
  /** Why an update changes `half_points`; null when it is stored (server/points/ledger.ts). */
  points_change: ColumnType<null, string | null | undefined, string | null>;
}

/**
 * A session; `id` is the family of its refresh tokens. A family that a server of the previous version started has no
 * row until its next rotation.
 */
export interface SessionTable {
  id: string;
  user_id: string;
  /** When the session ends at the latest. */
  absolute_expires_at: Instant;
  revoked_at: OptionalInstant;
  created_at: DefaultedInstant;
  /** When its refresh token was last used. */
  last_used_at: DefaultedInstant;
  /** A coarse name of the browser and system; null when the sign-in named none. */
  device: string | null;
  /** When it has shown the second factor, without which it may not work at the desk where one is required. */
  second_factor_at: OptionalInstant;
}

/**
 * A link in a letter; only a hash of its token is kept. There is one for each purpose and subject, so that a new link
 * replaces the one before (decision 0045).
 */
export interface AccountLinkTable {
  purpose: LinkPurpose;
  /** Whose link it is: the key of an address, a user's id, or its own id. */
  subject: string;
  /** What the token is made of (server/letters/linkToken.ts). */
  id: string;
  token_hash: string;
  /** Null for an address without an account, and for a registration. */
  user_id: string | null;
  /** The address that the letter goes to. */
  email: string;
  /** The registration that waits for its confirmation. */
  registration: Json<PendingRegistration> | null;
  created_at: DefaultedInstant;
  expires_at: Instant;
  used_at: OptionalInstant;
  /** The number of letters of this subject until `window_ends_at`. */
  letters: Generated<number>;
  window_ends_at: Instant;
}

/** The account that a registration makes once its address is confirmed. */
export type PendingRegistration = Pick<
  Selectable<UserTable>,
  'password_hash' | 'first_name' | 'last_name' | 'phone' | 'company_name' | 'website' | 'business_type'
>;

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
  /** What stands for its pictures, by their paths; those without a text of their own are missing. */
  image_alts: Generated<Record<string, string>>;
  amenities: string[];
  floor: string;
  building_no: string;
  street_name: string;
  area_name: string;
  city: string;
  pincode: string;
  /** The slots at which the room opens and closes on each weekday, Monday first; equal ones on a closed day. */
  opens: Generated<number[]>;
  closes: Generated<number[]>;
  /** The ways in which the room is furnished, with the seats of each. */
  layouts: Generated<Record<string, number>>;
  /** Its place in the list; rooms with the same one are in the order of their ids. */
  position: Generated<number>;
  /** Since when it is off the site; it keeps its bookings. */
  archived_at: OptionalInstant;
  /** Raised by each change at the desk. */
  version: Generated<number>;
}

/** The cancellation policies of bookings made from a day (IST date) on. */
export interface CancellationPolicyTable {
  from_day: string;
  card: ColumnType<CancellationPolicy, string, string>;
  points: ColumnType<CancellationPolicy, string, string>;
}

/** An uploaded picture; `name` is the hash of what was uploaded. */
export interface PictureTable {
  name: string;
  added_at: Date;
  /** Since when no room and no post uses it, as far as the job has seen. */
  unused_since: OptionalInstant;
  next_check_at: Generated<Date>;
}

/** One of its files; `file` is the end of its name, such as '-400.avif'. */
export interface PictureFileTable {
  picture: string;
  file: string;
  bytes: Uint8Array;
}

/** What an hour of a room costs from a day on (IST date); before the first one it is the room's column. */
export interface RoomPriceTable {
  room_id: number;
  from_day: string;
  price_per_hour_paise: number;
}

/** How often the content of public pages was changed, counted by triggers. */
export interface ContentVersionTable {
  name: string;
  version: number;
}

/**
 * Forward only: held → confirmed | expired | cancelled | refund_due → refunded; confirmed → called_off. A hold that its
 * user released is 'cancelled'; a booking that its customer cancelled is 'called_off'. The move of a booking that has to
 * be paid is a row with statuses of its own: moving → moved | not_moved | refund_due; not_moved → refund_due → refunded.
 */
export type BookingStatus =
  | 'held'
  | 'confirmed'
  | 'expired'
  | 'cancelled'
  | 'called_off'
  | 'moving'
  | 'moved'
  | 'not_moved'
  | 'refund_due'
  | 'refunded';

/** A booking of [start_slot, end_slot) on an IST day; slots as in domain/slots. */
export interface BookingTable {
  id: Generated<string>;
  user_id: string;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
  status: BookingStatus;
  paid_with: 'points' | 'card';
  /** Half-points paid, with points. */
  half_points: number | null;
  /** The total in paise, with a card; fixed when the order is made. */
  total_paise: number | null;
  hold_expires_at: OptionalInstant;
  created_at: DefaultedInstant;
  confirmed_at: OptionalInstant;
  /** What cancelling returns, copied when the booking was made; null for one that an earlier version made. */
  policy: ColumnType<CancellationPolicy | null, string | null | undefined, string | null>;
  /** The payment that confirmed the booking; null as well for one that an earlier version confirmed. */
  paid_by_payment_id: string | null;
  /** 0 when it was made, one more with each change: the SEQUENCE of its calendar entry. */
  sequence: Generated<number>;
  /** When its customer cancelled it. */
  cancelled_at: OptionalInstant;
  /** What came back when it was cancelled: paise, or half-points. */
  returned: number | null;
  /**
   * The booking that this row is a move of; null for a booking. Its day and slots are the new ones, its total is the
   * difference to pay.
   */
  moves_booking_id: string | null;
  /** The `sequence` of that booking when the move began: it is made only while nothing else has changed. */
  moves_sequence: number | null;
  /** When the move was made. */
  moved_at: OptionalInstant;
}

/**
 * A claimed slot of a room. Its primary key (room_id, day, slot) makes double booking impossible. `hold_expires_at` is
 * null when confirmed.
 */
export interface BookingSlotTable {
  room_id: number;
  day: string;
  slot: number;
  /** Null for a slot of a block-out. */
  booking_id: string | null;
  hold_expires_at: OptionalInstant;
  /** The block-out that has the slot; null for a booking's (decision 0062). */
  block_out_id: ColumnType<string | null, string | null | undefined, string | null>;
}

/**
 * A booking that was made together with others (decision 0059). `head_id`: the first of them, which their order names.
 * `amount`: what of that payment is for this booking, in paise, or in half-points when it was paid with points.
 */
export interface SeriesDateTable {
  booking_id: string;
  head_id: string;
  amount: number;
}

/** What the desk notes about a booking. */
export interface DeskBookingTable {
  booking_id: string;
  arrival: Arrival | null;
  note: string | null;
}

/** Times of a room, or of the whole house, that cannot be booked, on some days (IST) from the first to the last. */
export interface BlockOutTable {
  id: Generated<string>;
  room_id: number | null;
  first_day: string;
  last_day: string;
  every: 'day' | 'week';
  start_slot: number;
  end_slot: number;
  reason: string;
  staff_id: string;
  created_at: Instant;
  removed_at: OptionalInstant;
}

/** The provider's order for a card booking, or for points: one of the two ids is set. */
export interface PaymentOrderTable {
  order_id: string;
  booking_id: string | null;
  purchase_id: ColumnType<string | null, string | null | undefined, never>;
  amount_paise: number;
  /** Forward only: created → attempted → paid. */
  status: 'created' | 'attempted' | 'paid';
  created_at: DefaultedInstant;
  /** When the provider is polled next; null when no payment can come any more. */
  next_check_at: OptionalInstant;
}

/** A payment link of the desk: the order that has its id is paid by it, until then (decision 0042). */
export interface PaymentLinkTable {
  order_id: string;
  /** The provider's page where it is paid. */
  short_url: string;
  expires_at: Instant;
  /** Whether nobody can begin to pay by it any more, as far as is known. */
  ended_at_provider: Generated<boolean>;
}

/** Points that a member buys by card; they are given when the payment of its order is captured (decision 0041). */
export interface PointPurchaseTable {
  id: Generated<string>;
  user_id: string;
  half_points: number;
  /** The price, GST included, fixed when the order is made. */
  amount_paise: number;
  created_at: Instant;
  /** The payment for which the points were given, and when. */
  paid_by_payment_id: string | null;
  granted_at: OptionalInstant;
}

/** A payment that the provider reported. */
export interface PaymentTable {
  payment_id: string;
  order_id: string;
  amount_paise: number;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
  recorded_at: DefaultedInstant;
  /** How it was made at the provider; null for one at the desk and when no server has stored it. */
  method: ProviderMethod | null;
}

/**
 * Why a payment that pays no booking is refunded whole: its slots were lost, the booking was already paid, or the amount
 * is wrong.
 */
export type WholeRefundReason = 'late' | 'second-payment' | 'wrong-amount';
/** Why some or all of a payment that paid a booking is refunded. */
export type PartRefundReason = 'cancelled' | 'moved';

/** Money that must go back: a whole payment that pays no booking, or some of one that paid a booking. */
export interface RefundTable {
  id: Generated<string>;
  /** The payment that is refunded whole, which happens once; null when it paid a booking. */
  payment_id: ColumnType<string | null, string | null | undefined, never>;
  /** The payment that paid a booking and of which an amount goes back; it may have several such refunds. */
  paying_payment_id: ColumnType<string | null, string | null | undefined, never>;
  /** The one of the two that is set. */
  source_payment_id: GeneratedAlways<string>;
  /** The booking of that payment; null for a refund that an earlier version created. */
  booking_id: string | null;
  amount_paise: number;
  due_since: Instant;
  reason: WholeRefundReason | PartRefundReason;
  /** With 'late': why else than that somebody else has the room; null for that, and for what an earlier version created. */
  late_cause: LatePaymentCause | null;
  /** due → requested (the provider accepted it) → processed; back to due when it failed. */
  status: Generated<'due' | 'requested' | 'processed'>;
  /** The provider's refund that was accepted, processed, or failed last. */
  refund_id: string | null;
  /** The bank's own reference of a processed refund, once the provider knows it. */
  bank_reference: string | null;
  /** The number of attempts or polls since it last became due or accepted. */
  attempts: Generated<number>;
  /** The number of accepted refunds that failed. */
  failures: Generated<number>;
  /** When it is attempted or polled next. */
  next_try_at: Instant;
}

/** A processed event of the provider. `event_key`: its id, or a hash of its body. */
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
  /** IST date. */
  wanted_on: string | null;
  people: number | null;
  message: string | null;
  created_at: DefaultedInstant;
  state: Generated<'new' | 'answered' | 'closed'>;
  /** Who of the staff deals with it. */
  assigned_to: string | null;
  /** The number of changes by the staff. */
  version: Generated<number>;
}

/** What the staff did about an enquiry; `text` is that of a reply. */
export interface EnquiryEntryTable {
  id: Generated<number>;
  enquiry_id: number;
  at: Instant;
  staff_id: string;
  staff_name: string;
  kind: 'reply' | 'taken' | 'left' | 'closed' | 'reopened';
  text: string | null;
}

/** A letter to send by e-mail, or one that was dealt with (server/letters). */
export interface LetterTable {
  dedupe_key: string;
  kind: LetterKind;
  /** The recipient: a user's present address, or `to_address`; the business when both are null. */
  user_id: string | null;
  to_name: string | null;
  to_address: string | null;
  payload: Json<object>;
  attachments: Json<readonly AttachmentRef[]>;
  /**
   * due → sent, dropped (not true any more, or nobody to send it to), refused (by the recipient's mail server, for good) or
   * expired (could not be sent in time).
   */
  state: Generated<'due' | 'sent' | 'dropped' | 'refused' | 'expired'>;
  /** When it is sent, or tried again. */
  due_at: Instant;
  /** When it is of no use any more; null for five days after it was queued. */
  until: OptionalInstant;
  attempts: Generated<number>;
  /** The same at every attempt, so that a letter that was sent twice is shown once. */
  message_id: string | null;
  /** Why it was not sent: a code without personal data. */
  problem: string | null;
  created_at: Instant;
  sent_at: OptionalInstant;
}

/** What a user wants on invoices instead of the own name; with a GSTIN there is an address, and the state is the GSTIN's. */
export interface BillingDetailsTable {
  user_id: string;
  name: string;
  address: string | null;
  gstin: string | null;
  state: StateCode | null;
  updated_at: Instant;
}

/** A paper that must be issued, or was (server/papers). */
export interface PaperDueTable {
  id: Generated<number>;
  kind: PaperKind;
  /** What was bought: a booking, or points. */
  booking_id: string | null;
  purchase_id: ColumnType<string | null, string | null | undefined, never>;
  /** The payment that the invoice is of, or of which a part goes back. */
  payment_id: string;
  /** Our refund; null for an invoice. */
  refund_id: string | null;
  amount_paise: number;
  facts: Json<InvoiceFacts | PointsFacts | CreditNoteFacts>;
  /** The payment or the refund; its IST date decides the financial year. */
  caused_at: Instant;
  /** When it is issued, or tried again; null when it was issued. */
  next_try_at: OptionalInstant;
  attempts: Generated<number>;
}

/** The last number of a series in a financial year. Its row lock serialises the numbering. */
export interface PaperCounterTable {
  series: string;
  financial_year: string;
  last_sequence: number;
  last_date: string;
}

/** An issued paper. The database refuses to change or delete one. */
export interface PaperTable {
  id: Generated<string>;
  due_id: number;
  kind: PaperKind;
  is_demo: boolean;
  number: string;
  series: string;
  financial_year: string;
  sequence: number;
  /** IST date. */
  issued_on: string;
  /** Null for points. */
  booking_id: string | null;
  user_id: string;
  /** Of a credit note. */
  invoice_id: string | null;
  buyer_gstin: string | null;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  total_paise: number;
  /** JSON of everything that is printed (contract/papers.ts), byte by byte as it was frozen. */
  content: string;
  /** SHA-256 of it, in hexadecimal digits. */
  content_hash: string;
  created_at: Instant;
}

/** One row: bookings that were confirmed before have no papers. */
export interface PaperStartTable {
  since: Instant;
}

/** The calendar feed of a user; its address has a secret of which the hash is kept. */
export interface CalendarFeedTable {
  user_id: string;
  secret_hash: string;
  created_at: Instant;
}

/** The second factor of somebody of the staff; it counts once it is confirmed (decision 0073). */
export interface SecondFactorTable {
  user_id: string;
  /** The secret of the codes, which only the server can read. */
  sealed_secret: string;
  /** Of the recovery codes that were not used. */
  recovery_hashes: string[];
  created_at: Instant;
  confirmed_at: OptionalInstant;
  /** The last step of time whose code was used. */
  last_step: ColumnType<string, number | undefined, number>;
  /** Wrong codes since the last right one, until `failures_until`. */
  failures: Generated<number>;
  failures_until: OptionalInstant;
}

/** How a payment was taken at the desk; its id says the method too (domain/deskPayment.ts). */
export interface DeskPaymentTable {
  payment_id: string;
  method: DeskMethod;
  reference: string | null;
  taken_by: string;
  taken_at: Instant;
}

/** A change of a user's points, which a trigger on `app_user` writes; the database refuses to change or delete one. */
export interface PointEntryTable {
  id: GeneratedAlways<number>;
  user_id: GeneratedAlways<string>;
  at: GeneratedAlways<Date>;
  kind: GeneratedAlways<PointKind>;
  half_points: GeneratedAlways<number>;
  /** How much of it belongs to the points that end with the month. */
  expiring: GeneratedAlways<number>;
  /** The balance afterwards. */
  balance: GeneratedAlways<number>;
  booking_id: GeneratedAlways<string | null>;
  payment_id: GeneratedAlways<string | null>;
  reason: GeneratedAlways<string | null>;
  /** What can happen only once, such as the renewal of a month. */
  key: GeneratedAlways<string | null>;
}

/** A change that staff made; the database refuses to change or delete one (decision 0061). */
export interface AuditEntryTable {
  id: Generated<number>;
  at: Instant;
  /** Who made it; null for an operator's command. */
  staff_id: string | null;
  /** The name at that time. */
  staff_name: string;
  action: string;
  /** What kind of thing was changed, and which one. */
  subject: string;
  subject_id: string;
  /** What it was and what it became; null for what was not there. */
  was: Json<object> | null;
  became: Json<object> | null;
  reason: string | null;
}

/**
 * Times of a room that are taken and that a user waits for (decision 0057). waiting → offered (held for the user until
 * `offered_until`) or informed (free, and the first wins), and from both back to waiting when somebody else has the times;
 * at last booked, missed (too many offers were not used) or over (the times have begun). Leaving deletes the row.
 */
export interface WaitlistEntryTable {
  id: Generated<string>;
  user_id: string;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
  state: Generated<'waiting' | 'offered' | 'informed' | 'booked' | 'missed' | 'over'>;
  /** Of the token in its letters, with which it can be read and left. */
  token_hash: string;
  /** The number of offers that were not used. */
  misses: Generated<number>;
  letters: Generated<number>;
  offered_until: OptionalInstant;
  /** The hold of the present offer. */
  booking_id: string | null;
  /** Its place among those who wait: when it was made, or when its last offer was missed. */
  queued_at: Instant;
  /** When it is looked at next. */
  next_try_at: Instant;
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
  /** From when on it is on the site; null for a draft. */
  publish_at: OptionalInstant;
  /** Raised by each change at the desk. */
  version: Generated<number>;
}

export interface EventTable {
  id: Generated<number>;
  category: string;
  title: Generated<string>;
  /** IST date; null, as its slots, of an event that was entered without them. */
  day: string | null;
  start_slot: number | null;
  end_slot: number | null;
  place: Generated<string>;
  summary: Generated<string>;
  /** Raised by each change at the desk. */
  version: Generated<number>;
}

export interface Schema {
  app_user: UserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  account_link: AccountLinkTable;
  room: RoomTable;
  room_price: RoomPriceTable;
  content_version: ContentVersionTable;
  cancellation_policy: CancellationPolicyTable;
  picture: PictureTable;
  picture_file: PictureFileTable;
  booking: BookingTable;
  booking_slot: BookingSlotTable;
  series_date: SeriesDateTable;
  payment_order: PaymentOrderTable;
  payment_link: PaymentLinkTable;
  point_purchase: PointPurchaseTable;
  payment: PaymentTable;
  refund: RefundTable;
  webhook_event: WebhookEventTable;
  enquiry: EnquiryTable;
  enquiry_entry: EnquiryEntryTable;
  letter: LetterTable;
  calendar_feed: CalendarFeedTable;
  billing_details: BillingDetailsTable;
  paper_due: PaperDueTable;
  paper_counter: PaperCounterTable;
  paper: PaperTable;
  paper_start: PaperStartTable;
  audit_entry: AuditEntryTable;
  point_entry: PointEntryTable;
  desk_payment: DeskPaymentTable;
  second_factor: SecondFactorTable;
  waitlist_entry: WaitlistEntryTable;
  block_out: BlockOutTable;
  desk_booking: DeskBookingTable;
  blog_post: BlogPostTable;
  event: EventTable;
}

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;
