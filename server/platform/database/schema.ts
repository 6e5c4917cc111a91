import type { ProviderMethod } from '../../../domain/money/paymentMethods.ts';
import type { LatePaymentCause } from '../../../domain/money/refundReasons.ts';
import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable, Transaction } from 'kysely';
import type { Network } from '../../../domain/content/business.ts';
import type { PolicyName } from '../../../domain/content/policyTexts.ts';
import type { CancellationPolicy } from '../../../domain/money/cancellation.ts';
import type { Rate } from '../../../domain/money/rates.ts';
import type { Arrival } from '../../../contract/desk/dayPlan.ts';
import type { TaxDocumentKind } from '../../../contract/invoices/taxDocuments.ts';
import type { DeskMethod, RefundMethod } from '../../../domain/money/deskPayment.ts';
import type { SettlementProblem } from '../../../domain/money/settlementReport.ts';
import type { PointKind } from '../../../domain/money/pointKinds.ts';
import type { AccountMaker } from '../../../domain/account/accountIdentity.ts';
import type { BookingCode } from '../../../domain/bookings/bookingStates.ts';
import type { Role, StaffRole } from '../../../domain/account/roles.ts';
import type { StateCode } from '../../../domain/invoices/gstStates.ts';
import type { AttachmentRef, EmailKind } from './emailPayloads.ts';
import type {
  AccountFacts,
  CorrectionFacts,
  CreditNoteFacts,
  InvoiceFacts,
  PointsFacts,
} from './taxDocumentFacts.ts';

/** Timestamps are read as Date, and written as Date or ISO text; the database sets those with a default. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type DefaultedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** A JSON column is read as a value and written as JSON text, because the driver converts arrays to PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>;

/** A user account; `is_member` marks the members of the specification. `half_points`: the balance in half-points (ruling 9). */
export interface UserTable {
  id: Generated<string>;
  email: string;
  password_hash: string;
  /** Whether the password is short or common; null when no sign-in has found it out yet. */
  password_is_weak: boolean | null;
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
  /** Who made the account. */
  made_by: Generated<AccountMaker>;
  /** When somebody proved access to the mailbox of `email`; null before that. */
  email_confirmed_at: OptionalInstant;
  /** When the account was closed; null while it is in use. */
  closed_at: OptionalInstant;
  /** For emails about the payments of a closed account, for two weeks. */
  closing_email: string | null;
  /** Former address of an account that lost it, for emails about its payments. */
  released_email: string | null;
  /** Decides what the account may do at the desk. */
  role: Generated<Role>;
  /** The membership grants them at the beginning of each month. */
  monthly_half_points: Generated<number>;
  /** Part of `half_points` that expires at the end of `expiring_month`; a trigger maintains it. */
  expiring_half_points: GeneratedAlways<number>;
  /** IST month, 'YYYY-MM', at whose end `expiring_half_points` expire; null when there are none. */
  expiring_month: GeneratedAlways<string | null>;
  /** Part of `half_points` that can be used without a membership; a trigger maintains it. */
  own_half_points: GeneratedAlways<number>;
  /** Part of `own_half_points` that expires. */
  own_expiring_half_points: GeneratedAlways<number>;
  /** IST month of the last renewal, 'YYYY-MM'. */
  points_month: string | null;
  /** Reason for an update of `half_points`, which a trigger reads and sets to null (server/ledger/ledger.ts). */
  points_change: ColumnType<null, string | null | undefined, string | null>;
}

/**
 * A session; `id` is the family of its refresh tokens. A family that a server of the previous version started has no
 * row until its next rotation.
 */
export interface SessionTable {
  id: string;
  user_id: string;
  /** Latest end of the session. */
  absolute_expires_at: Instant;
  revoked_at: OptionalInstant;
  created_at: DefaultedInstant;
  /** When its refresh token was last used. */
  last_used_at: DefaultedInstant;
  /** Browser and operating system; null when the sign-in request did not name them. */
  device: string | null;
  /** When the user entered the second factor in this session; null before that. The desk requires it of some accounts. */
  second_factor_at: OptionalInstant;
}

export type LinkPurpose = 'confirm-address' | 'reset' | 'staff-invitation';

/**
 * A link in an email; only a hash of its token is stored. There is one link per purpose and subject, so a new link replaces the
 * previous one.
 */
export interface AccountLinkTable {
  purpose: LinkPurpose;
  /** Owner of the link: the key of an address, the id of a user, or the id of the link. */
  subject: string;
  /** The token is computed from it (server/outbox/linkToken.ts). */
  id: string;
  token_hash: string;
  /** Null for an address without an account and for a registration. */
  user_id: string | null;
  email: string;
  /** It requested the link; null when the request did not name one. */
  device: string | null;
  /** Waits for its confirmation. */
  registration: Json<PendingRegistration> | null;
  created_at: DefaultedInstant;
  expires_at: Instant;
  used_at: OptionalInstant;
  /** Emails of this subject until `window_ends_at`. */
  letters: Generated<number>;
  window_ends_at: Instant;
}

/**
 * A person whom an owner has invited to the staff. The link is the one of its address in `account_link`. An address has one open
 * invitation.
 */
export interface StaffInvitationTable {
  id: Generated<string>;
  email: string;
  role: StaffRole;
  /** The owner who sent it last. */
  invited_by: string;
  sent_at: Instant;
  /** When it was accepted, declined or withdrawn. */
  ended_at: OptionalInstant;
}

/** Becomes an account when its address is confirmed. */
export type PendingRegistration = Pick<
  Selectable<UserTable>,
  'password_hash' | 'first_name' | 'last_name' | 'phone' | 'company_name' | 'website' | 'business_type'
>;

/** A refresh token; only its hash is stored. The tokens of one sign-in are a family and are revoked together. */
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
  /** By path; a picture without an entry has a default text. */
  image_alts: Generated<Record<string, string>>;
  amenities: string[];
  floor: string;
  building_no: string;
  street_name: string;
  area_name: string;
  city: string;
  pincode: string;
  /** By weekday, Monday first: the slots at which the room opens and closes, equal on a closed day. */
  opens: Generated<number[]>;
  closes: Generated<number[]>;
  /** Such as 'boardroom', with the number of seats. */
  layouts: Generated<Record<string, number>>;
  /** In the list; rooms with equal positions are in the order of their ids. */
  position: Generated<number>;
  /** When the room was taken off the site; null while it is on the site. An archived room keeps its bookings. */
  archived_at: OptionalInstant;
  /** Incremented by each change at the desk. */
  version: Generated<number>;
  /** Plain text for the room's page; empty for none. */
  description: Generated<string>;
  /** The room was never on the site; `archived_at` is set as well. */
  is_draft: Generated<boolean>;
  /** The lengths of the shortest and the longest booking. */
  min_slots: Generated<number>;
  max_slots: Generated<number>;
  /** Slots that stay free after each booking. */
  buffer_slots: Generated<number>;
}

/** One row with a migration that a server must know to run on the tables (server/platform/database/migrate.ts). */
export interface SchemaCompatibilityTable {
  only_row: Generated<boolean>;
  oldest_migration: string;
}

export interface BackupTable {
  made_at: Generated<Date>;
}

/** One row; without it the details of the environment apply. */
export interface BusinessTable {
  id: number;
  name: string;
  address: string;
  gstin: string;
  phone: string;
  email: string;
  map: string | null;
  whatsapp: string | null;
  social: Json<Readonly<Record<Network, string | null>>>;
  version: number;
}

/** A text of the site that an owner has saved, in Markdown. */
export interface PolicyTextTable {
  name: PolicyName;
  text: string;
  changed_at: Instant;
  version: number;
}

/** For bookings that are made on or after a day (IST date). */
export interface CancellationPolicyTable {
  from_day: string;
  card: ColumnType<CancellationPolicy, string, string>;
  points: ColumnType<CancellationPolicy, string, string>;
}

/** An uploaded picture; `name` is the hash of the uploaded file and its use. */
export interface PictureTable {
  name: string;
  added_at: Date;
  /** When the job first found that no room and no post uses the picture; null while it is in use. */
  unused_since: OptionalInstant;
  next_check_at: Generated<Date>;
}

/** A file of a picture; `file` is the end of the file name, such as '-400.avif'. */
export interface PictureFileTable {
  picture: string;
  file: string;
  bytes: Uint8Array;
}

/** From a day (IST date) on. Before the first one the price is in the room's row. */
export interface RoomPriceTable {
  room_id: number;
  from_day: string;
  price_per_hour_paise: number;
}

/** All rates of a room from a day (IST date) on. Before the first one it has none. */
export interface RoomRatesTable {
  room_id: number;
  from_day: string;
  /** Inserted as the text of its JSON. */
  rates: ColumnType<readonly Rate[], string, string>;
}

/** Triggers count the changes of the content of public pages. */
export interface ContentVersionTable {
  name: string;
  version: number;
}

/** A booking of [start_slot, end_slot) on an IST day; slots as in domain/time/slots. */
export interface BookingTable {
  id: Generated<string>;
  user_id: string;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
  /**
   * The code of its state (domain/bookings/bookingStates.ts). States move only forward: held → confirmed | expired | released |
   * refund_due → refunded; confirmed → cancelled. The move of a booking that has to be paid is a separate row with separate states:
   * pending_move → moved | move_failed | refund_due; move_failed → refund_due → refunded.
   */
  status: BookingCode;
  paid_with: 'points' | 'card';
  /** Paid; null for a booking by card. */
  half_points: number | null;
  /** Fixed when the order is created; null for a booking with points. */
  total_paise: number | null;
  /**
   * The price per hour of each slot, in paise; null when they all cost the same, and for a booking with points. It has another number
   * of slots after a server of the previous version has changed the length.
   */
  slot_prices: ColumnType<
    readonly number[] | null,
    readonly number[] | null | undefined,
    readonly number[] | null
  >;
  hold_expires_at: OptionalInstant;
  created_at: DefaultedInstant;
  confirmed_at: OptionalInstant;
  /** Copied when the booking was made; null for a booking that an earlier version made. */
  policy: ColumnType<CancellationPolicy | null, string | null | undefined, string | null>;
  /** It confirmed the booking; null also for a booking that an earlier version confirmed. */
  paid_by_payment_id: string | null;
  /** Changes of the booking, and the SEQUENCE of its calendar entry. */
  sequence: Generated<number>;
  cancelled_at: OptionalInstant;
  /** By the cancellation: paise, or half-points for a booking with points. */
  returned: number | null;
  /**
   * The booking that this row moves; null for a booking. The day and the slots of the row are the new ones, and its total is the
   * difference to pay.
   */
  moves_booking_id: string | null;
  /** `sequence` of the booking when the move began. The move is applied only while the booking still has it. */
  moves_sequence: number | null;
  /** When the move was applied. */
  moved_at: OptionalInstant;
  /**
   * The network from which the customer requested the hold, for two days; null for a row that the business made, and
   * for a booking with points.
   */
  held_from: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the account had paid for nothing when it requested the hold. */
  by_new_customer: Generated<boolean>;
  /** How many people the customer expects; null for an unknown number. */
  headcount: number | null;
  /** Purpose and wishes, in the customer's words; null for none, and when the account is closed. */
  wishes: string | null;
}

/** A network from which new customers requested holds. Its `version` is incremented with each of these holds. */
export interface HoldNetworkTable {
  network: string;
  version: number;
  used_at: Instant;
}

/**
 * A taken slot of a room. The primary key (room_id, day, slot) makes double booking impossible. `hold_expires_at` is null for a
 * confirmed booking and for a block-out.
 */
export interface BookingSlotTable {
  room_id: number;
  day: string;
  slot: number;
  /** Null for a slot of a block-out. */
  booking_id: string | null;
  hold_expires_at: OptionalInstant;
  /** It blocks the slot; null for a slot of a booking. */
  block_out_id: ColumnType<string | null, string | null | undefined, string | null>;
}

/**
 * A booking of a series. `head_id`: the first booking of the series, which their order names. `amount`: the part
 * of the payment that is for this booking, in paise, or in half-points when it was paid with points.
 */
export interface SeriesDateTable {
  booking_id: string;
  head_id: string;
  amount: number;
}

/**
 * The desk's records about a booking: whether its people have arrived. `note` is the latest of its notes, for servers of the
 * previous version: the first migration of the next one may drop it.
 */
export interface DeskBookingTable {
  booking_id: string;
  arrival: Arrival | null;
  note: string | null;
}

/** A note of the desk about a booking, which nothing changes. */
export interface BookingNoteTable {
  id: GeneratedAlways<number>;
  booking_id: string;
  at: Instant;
  staff_id: string | null;
  /** At that time; '' when it is not known. */
  staff_name: string;
  text: string;
}

/** A move by the customer. The audit has those by the staff. */
export interface BookingMoveTable {
  id: GeneratedAlways<number>;
  booking_id: string;
  at: Instant;
  was_room_id: number;
  was_day: string;
  was_start_slot: number;
  was_end_slot: number;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
}

/** Times that cannot be booked, in one room or (`room_id` null) in all rooms, on days (IST) from the first to the last. */
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
  /** Incremented by each change at the desk. */
  version: Generated<number>;
  /** IST dates of the series that are not blocked. */
  except_days: Generated<string[]>;
}

/** For a booking by card or for a purchase of points: one of the two ids is set. */
export interface PaymentOrderTable {
  order_id: string;
  booking_id: string | null;
  purchase_id: ColumnType<string | null, string | null | undefined, never>;
  amount_paise: number;
  /** Moves only forward: created → attempted → paid. */
  status: 'created' | 'attempted' | 'paid';
  created_at: DefaultedInstant;
  /** When the provider is polled next; null when no further payment is possible. */
  next_check_at: OptionalInstant;
}

/** A payment link of the desk: `expires_at` is the deadline to pay the order with the link's id by it. */
export interface PaymentLinkTable {
  order_id: string;
  short_url: string;
  expires_at: Instant;
  /** Whether the provider is known to accept no new payment by the link. */
  ended_at_provider: Generated<boolean>;
}

/** Points that a member buys by card. They are granted when the payment of the order is captured. */
export interface PointPurchaseTable {
  id: Generated<string>;
  user_id: string;
  half_points: number;
  /** GST included; fixed when the order is created. */
  amount_paise: number;
  created_at: Instant;
  /** The points were granted for it. */
  paid_by_payment_id: string | null;
  granted_at: OptionalInstant;
}

/** A payment that the provider reported. */
export interface PaymentTable {
  payment_id: string;
  order_id: string;
  /** What the business received: the amount without a fee that the customer paid on top. */
  amount_paise: number;
  customer_fee_paise: Generated<number>;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
  recorded_at: DefaultedInstant;
  /** As the provider reported it; null for a payment at the desk, and when no server has stored a method. */
  method: ProviderMethod | null;
  /** Whether a report of the provider's settlements names it. */
  in_settlement: Generated<boolean>;
}

/**
 * Why a payment that pays for no booking is refunded in full: it came too late, the booking was already paid, or the amount is
 * wrong.
 */
export type WholeRefundReason = 'late' | 'second-payment' | 'wrong-amount';
/**
 * Why a payment that paid for a booking is refunded in part or in full. 'provider': somebody made the refund at the provider;
 * 'dispute': the bank took the money back in a lost dispute; 'desk': the desk refunded an amount without cancelling.
 */
export type PartRefundReason = 'cancelled' | 'moved' | 'provider' | 'dispute' | 'desk';

/** A refund: of a whole payment that pays for no booking, or of a part of a payment that paid for a booking. */
export interface RefundTable {
  id: Generated<string>;
  /** Refunded in full, which happens once; null when the payment paid for a booking. */
  payment_id: ColumnType<string | null, string | null | undefined, never>;
  /** It paid for a booking and is refunded in part; it may have several such refunds. */
  paying_payment_id: ColumnType<string | null, string | null | undefined, never>;
  /** The one of these two ids that is set. */
  source_payment_id: GeneratedAlways<string>;
  /** Of that payment; null for a refund that an earlier version created. */
  booking_id: string | null;
  amount_paise: number;
  due_since: Instant;
  reason: WholeRefundReason | PartRefundReason;
  /**
   * With the reason 'late': why the payment is not used. Null means that the slots were taken by another user, or that an earlier
   * version created the refund.
   */
  late_cause: LatePaymentCause | null;
  /**
   * due → requested (the provider accepted the refund) → processed; back to due when the refund failed. needs_person: the
   * provider refuses it for good, and a member of staff decides.
   */
  status: Generated<'due' | 'requested' | 'processed' | 'needs_person'>;
  /** Of the provider's refund that was accepted, processed or failed last. */
  refund_id: string | null;
  /** Of a processed refund, as soon as the provider reports it. */
  bank_reference: string | null;
  /** Attempts or polls since the status last changed. */
  attempts: Generated<number>;
  /** Accepted refunds that failed. */
  failures: Generated<number>;
  /** When the refund is attempted or polled next. */
  next_try_at: Instant;
  /** Who returned the money: we, somebody at the provider, or the bank by a lost dispute. */
  made_by: Generated<'us' | 'provider' | 'dispute'>;
  /** This part was subtracted from that refund of ours, because it had been returned already; null for any other. */
  part_of: ColumnType<string | null, string | null | undefined, string | null>;
  /** Why the provider refused the refund last, in its words. */
  problem: ColumnType<string | null, string | null | undefined, string | null>;
  needs_person_since: OptionalInstant;
  /** How often the provider refused the refund for good. */
  refusals: Generated<number>;
  /** 'optimum': an instant refund, for which the provider charges a fee. */
  speed: Generated<'normal' | 'optimum'>;
  /** Whether a report of the provider's settlements names it. */
  in_settlement: Generated<boolean>;
  /** Of a cancellation or a shorter booking: what the desk gave above the policy. */
  above_policy_paise: Generated<number>;
  /** When the provider accepted it; null before that, and for one that an earlier version recorded. */
  accepted_at: OptionalInstant;
}

/** A payment that a clerk took at the desk, or a refund that a clerk handed out, which triggers write. */
export interface TillEntryTable {
  id: GeneratedAlways<string>;
  clerk_id: GeneratedAlways<string>;
  method: GeneratedAlways<DeskMethod>;
  /** Negative for a refund. */
  amount_paise: GeneratedAlways<number>;
  at: GeneratedAlways<Date>;
  /** Of a payment; null for a refund. */
  payment_id: GeneratedAlways<string | null>;
  refund_id: GeneratedAlways<string | null>;
  /** The count that it belongs to; null before the next one. Set once. */
  close_id: ColumnType<string | null, never, string>;
}

/** A signed-off count of what a clerk had taken. It never changes. */
export interface TillCloseTable {
  id: Generated<string>;
  clerk_id: string;
  /** At that time. */
  clerk_name: string;
  /** From 1 for each clerk. */
  number: number;
  at: Instant;
  /** Who signed it off. */
  staff_id: string;
  staff_name: string;
  cash_expected_paise: number;
  cash_counted_paise: number;
  upi_expected_paise: number;
  upi_counted_paise: number;
  /** Why the count differed; null when it did not. */
  note: string | null;
}

/** An uploaded report of the provider's settlements. */
export interface SettlementReportTable {
  id: Generated<string>;
  /** SHA-256 of the file, in hexadecimal digits. */
  file_hash: string;
  file_name: string;
  uploaded_at: Instant;
  staff_id: string;
  /** At that time. */
  staff_name: string;
  lines: number;
  /** Those that no earlier report had. */
  new_lines: number;
  /** Lines that no settlement paid yet, which were left out. */
  unsettled: number;
  /** IST date. */
  first_settled_on: string;
  unknown_columns: string[];
}

/** A payment, a refund or an adjustment in a settlement, as a report has it. It never changes. */
export interface SettlementLineTable {
  entity_id: string;
  settlement_id: string;
  report_id: string;
  kind: string;
  /** IST date. */
  settled_on: string;
  /** The bank's number of the transfer. */
  utr: string | null;
  amount_paise: number;
  /** Without its tax. */
  fee_paise: number;
  tax_paise: number;
  /** What the settlement pays out for the line; negative for what it subtracts. */
  net_paise: number;
  dispute_id: string | null;
  /** It differs from ours, and nobody has explained why. */
  is_open: Generated<boolean>;
}

/** Why a settlement differs from ours. It holds as long as both amounts are these. */
export interface SettlementNoteTable {
  /** The provider's id of the payment or refund. */
  subject: string;
  problem: SettlementProblem;
  ours_paise: number;
  reported_paise: number;
  note: string;
  at: Instant;
  staff_id: string;
  staff_name: string;
}

/** One row; without it the default limits apply. The limits are per booking. */
export interface RefundLimitsTable {
  id: number;
  staff_paise: number;
  manager_paise: number;
  version: number;
}

/** A refund above the limit of the person who wants to make it. Another person confirms or declines it. */
export interface RefundRequestTable {
  id: Generated<string>;
  booking_id: string;
  amount_paise: number;
  method: RefundMethod;
  reason: string;
  staff_id: string;
  /** At that time. */
  staff_name: string;
  requested_at: Instant;
  state: Generated<'open' | 'confirmed' | 'declined'>;
}

/** A dispute (chargeback) about a payment, as the provider reported it last. */
export interface DisputeTable {
  dispute_id: string;
  payment_id: string;
  amount_paise: number;
  /** open → under_review → won, lost or closed; never back. */
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: string | null;
  reason_code: string | null;
  /** The provider accepts evidence until then. */
  respond_by: OptionalInstant;
  created_at: Instant;
  changed_at: Instant;
}

/** How far the events at the provider are listed, to find those that no webhook reported. */
export interface ProviderSweepTable {
  name: 'refunds' | 'disputes';
  /** Everything before this time was listed; null before the first pass. */
  seen_until: OptionalInstant;
  next_run_at: Instant;
}

/** A captured payment that may pay for nothing; triggers write it. */
export interface UnmatchedPaymentTable {
  payment_id: GeneratedAlways<string>;
}

/** A processed webhook event. `event_key`: the id of the event, or a hash of its body. */
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
  /** Who handles the enquiry. */
  assigned_to: string | null;
  /** Changes by the staff. */
  version: Generated<number>;
}

/** An entry in the history of an enquiry; `text` is the text of a reply. */
export interface EnquiryEntryTable {
  id: Generated<number>;
  enquiry_id: number;
  at: Instant;
  staff_id: string;
  staff_name: string;
  kind: 'reply' | 'taken' | 'left' | 'closed' | 'reopened';
  text: string | null;
}

/** An email in the outbox, due or finished (server/email). */
export interface EmailTable {
  dedupe_key: string;
  kind: EmailKind;
  /** The user gets the email at the current address, unless there is `to_address`; the business gets it when both are null. */
  user_id: string | null;
  to_name: string | null;
  to_address: string | null;
  payload: Json<object>;
  attachments: Json<readonly AttachmentRef[]>;
  /**
   * due → sent, dropped (no longer true, or without a recipient), refused (permanently, by the recipient's mail server) or expired
   * (not sent in time).
   */
  state: Generated<'due' | 'sent' | 'dropped' | 'refused' | 'expired'>;
  /** When the next attempt to send the email is due. */
  due_at: Instant;
  /** When the email expires; null means five days after it was queued. */
  until: OptionalInstant;
  attempts: Generated<number>;
  /** The same at every attempt, so that mail programs show an email that was sent twice only once. */
  message_id: string | null;
  /** Why the email was not sent: a code without personal data. */
  problem: string | null;
  created_at: Instant;
  sent_at: OptionalInstant;
}

/** A user's details for invoices. With a GSTIN there is an address, and the state is that of the GSTIN. */
export interface BillingDetailsTable {
  user_id: string;
  name: string;
  address: string | null;
  gstin: string | null;
  state: StateCode | null;
  /** A unit or developer in a special economic zone, which pays IGST. */
  is_sez: Generated<boolean>;
  updated_at: Instant;
}

/** A tax document (an invoice or a credit note) that is to be issued or was issued (server/invoices). */
export interface TaxDocumentDueTable {
  id: Generated<number>;
  /** The last two are issued when they are queued: an invoice that replaces another one, and the credit note for that one. */
  kind: TaxDocumentKind | 'corrected-invoice' | 'correcting-note';
  booking_id: string | null;
  purchase_id: ColumnType<string | null, string | null | undefined, never>;
  /** Of the invoice of a month, and of its credit notes. */
  company_id: ColumnType<string | null, string | null | undefined, never>;
  /** Of the invoice, or the payment that a credit note refunds in part. */
  payment_id: string;
  /** Of a credit note for a refund; null for any other. */
  refund_id: string | null;
  amount_paise: number;
  facts: Json<InvoiceFacts | PointsFacts | AccountFacts | CreditNoteFacts | CorrectionFacts>;
  /** When the payment or refund was made. The IST date decides the financial year. */
  caused_at: Instant;
  /** When the next attempt to issue the tax document is due; null when it was issued. */
  next_try_at: OptionalInstant;
  attempts: Generated<number>;
}

/** The last number of a series in a financial year. The lock of the row serialises the numbering. */
export interface TaxDocumentCounterTable {
  series: string;
  financial_year: string;
  last_sequence: number;
  last_date: string;
}

/** An issued tax document. The database rejects updates and deletions. */
export interface TaxDocumentTable {
  id: Generated<string>;
  due_id: number;
  kind: TaxDocumentKind;
  is_demo: boolean;
  number: string;
  series: string;
  financial_year: string;
  sequence: number;
  /** IST date. */
  issued_on: string;
  /** Null for a purchase of points and for a company. */
  booking_id: string | null;
  /** The customer; null for a document of a company. */
  user_id: string | null;
  company_id: ColumnType<string | null, string | null | undefined, never>;
  /** Of a credit note; null for an invoice. */
  invoice_id: string | null;
  /** The wrong invoice that this one replaces; null for any other document. */
  replaces_id: ColumnType<string | null, string | null | undefined, never>;
  buyer_gstin: string | null;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: Generated<number>;
  total_paise: number;
  /** JSON of everything that is printed (contract/invoices/taxDocuments.ts); its bytes never change. */
  content: string;
  /** SHA-256 of `content`, in hexadecimal digits. */
  content_hash: string;
  created_at: Instant;
}

/** At most one row. Tax documents wait, because the database was restored and their next numbers are unknown. */
export interface TaxDocumentPauseTable {
  singleton: Generated<boolean>;
  since: Instant;
  backup_made_at: Instant;
}

/**
 * The invoices and credit notes of a month, which a job prints into files. Each file continues after the tax document at
 * `after_series`, `after_date` and `after_sequence`.
 */
export interface MonthDocumentTable {
  id: Generated<string>;
  /** 'YYYY-MM'. */
  month: string;
  is_demo: boolean;
  /** Tax documents of the month when the work began. */
  papers: number;
  /** Printed, also those in the file that is being made. */
  done: Generated<number>;
  /** In the finished files. */
  in_files: Generated<number>;
  after_series: Generated<string>;
  /** IST date; null before the first file. */
  after_date: ColumnType<string | null, string | null | undefined, string>;
  after_sequence: Generated<number>;
  /** When the job continues; null when it has ended. */
  next_try_at: OptionalInstant;
  attempts: Generated<number>;
  /** When the last file was finished; null before that, and when the job has given up. */
  ready_at: OptionalInstant;
  /** When the files are deleted. */
  expires_at: Instant;
}

export interface MonthDocumentFileTable {
  document_id: string;
  /** From 1. */
  position: number;
  papers: number;
  /** A PDF. */
  bytes: Uint8Array;
}

/** One row with the time from which on tax documents are issued: bookings that were confirmed before have none. */
export interface TaxDocumentStartTable {
  since: Instant;
}

/** One per user. Its address contains a secret, of which only the hash is stored. */
export interface CalendarFeedTable {
  user_id: string;
  secret_hash: string;
  created_at: Instant;
}

/**
 * The identity of a booking's entry in calendar programs. It is stored when it is used for the first time, so that later settings
 * do not change it.
 */
export interface CalendarEntryTable {
  booking_id: string;
  /** Null until a calendar of this server has the entry. */
  uid: Generated<string | null>;
  /** Sender of the first invitation; null before it. */
  organizer_name: Generated<string | null>;
  organizer_address: Generated<string | null>;
  /** Invited last; null before the first invitation. */
  attendee_address: Generated<string | null>;
  /** How often the attendee has changed. With the version of the booking it is the entry's SEQUENCE. */
  revision: Generated<number>;
}

/** In force once it is confirmed. */
export interface SecondFactorTable {
  user_id: string;
  /** Secret of the one-time codes, encrypted with a key of the server. */
  sealed_secret: string;
  /** Of the unused recovery codes. */
  recovery_hashes: string[];
  created_at: Instant;
  confirmed_at: OptionalInstant;
  /** Last TOTP time step whose code was used. */
  last_step: ColumnType<string, number | undefined, number>;
  /** Wrong codes as servers of the previous version count them. */
  failures: Generated<number>;
  failures_until: OptionalInstant;
}

/** Wrong codes from one source, which count until `until`. */
export interface SecondFactorFailureTable {
  user_id: string;
  source: string;
  failures: number;
  until: Instant;
}

/** A network in which an account was used, as a keyed hash. `factor_at`: its second factor was verified there. */
export interface KnownNetworkTable {
  user_id: string;
  network: string;
  seen_at: Instant;
  factor_at: OptionalInstant;
}

/** How a payment was taken at the desk; its id contains the method too (domain/money/deskPayment.ts). */
export interface DeskPaymentTable {
  payment_id: string;
  method: DeskMethod;
  reference: string | null;
  taken_by: string;
  taken_at: Instant;
}

/** A company whose people book on account. */
export interface CompanyTable {
  id: Generated<string>;
  name: string;
  address: string;
  gstin: string | null;
  state: string | null;
  limit_paise: number;
  term_days: number;
  is_closed: Generated<boolean>;
  version: Generated<number>;
  created_at: Instant;
  /** Gets the tax documents. Null for a company from before them. */
  email: ColumnType<string | null, string | null | undefined, string | null>;
  is_sez: Generated<boolean>;
  /** When a month is over whose invoice was not queued. */
  next_invoice_at: ColumnType<Date, Date | undefined, Date>;
}

export interface CompanyMemberTable {
  user_id: string;
  company_id: string;
  since: Instant;
}

/** A payment on account, which the company pays by transfer. */
export interface AccountChargeTable {
  payment_id: string;
  company_id: string;
  charged_by: string;
  charged_at: Instant;
  /** The row of `paper_due` of the invoice that has it. */
  invoice_due_id: ColumnType<number | null, number | null | undefined, number | null>;
}

/** A bank transfer of a company. */
export interface CompanyTransferTable {
  id: Generated<string>;
  company_id: string;
  /** IST date. */
  received_on: string;
  amount_paise: number;
  reference: string;
  staff_id: string;
  staff_name: string;
  recorded_at: Instant;
}

/** Normalised, with the payment or refund that it belongs to. Triggers write it. */
export interface UpiReferenceTable {
  reference: GeneratedAlways<string>;
  used_by: GeneratedAlways<string>;
}

/** A change of a user's points, which a trigger on `app_user` writes. The database rejects updates and deletions. */
export interface PointEntryTable {
  id: GeneratedAlways<number>;
  user_id: GeneratedAlways<string>;
  at: GeneratedAlways<Date>;
  kind: GeneratedAlways<PointKind>;
  half_points: GeneratedAlways<number>;
  /** Part of the change that applies to the points that expire with the month. */
  expiring: GeneratedAlways<number>;
  /** Part of the change that applies to `own_half_points`, and to those of them that expire. */
  own: GeneratedAlways<number>;
  own_expiring: GeneratedAlways<number>;
  /** After the change. */
  balance: GeneratedAlways<number>;
  booking_id: GeneratedAlways<string | null>;
  payment_id: GeneratedAlways<string | null>;
  reason: GeneratedAlways<string | null>;
  /** Idempotency key of a change that may happen only once, such as the renewal of a month. */
  key: GeneratedAlways<string | null>;
}

/** An audited change by the staff. The database rejects updates and deletions. */
export interface AuditEntryTable {
  id: Generated<number>;
  at: Instant;
  /** Author of the change; null for an operator's command. */
  staff_id: string | null;
  /** At that time. */
  staff_name: string;
  action: string;
  /** Kind of the changed object. */
  subject: string;
  subject_id: string;
  /** Null when the object did not exist. */
  was: Json<object> | null;
  became: Json<object> | null;
  reason: string | null;
}

/**
 * A user waits for taken times of a room. waiting → offered (held for the user until `offered_until`) or informed (free, and not
 * held for anyone); both return to waiting when another user takes the times. The final states are booked, missed (too many
 * offers were not used) and over (the times have begun). Leaving the waiting list deletes the row.
 */
export interface WaitingListEntryTable {
  id: Generated<string>;
  user_id: string;
  room_id: number;
  day: string;
  start_slot: number;
  end_slot: number;
  state: Generated<'waiting' | 'offered' | 'informed' | 'booked' | 'missed' | 'over'>;
  /** Of the token in the entry's emails, which allows reading and leaving the entry. */
  token_hash: string;
  /** Unused offers. */
  misses: Generated<number>;
  letters: Generated<number>;
  offered_until: OptionalInstant;
  /** Hold of the current offer. */
  booking_id: string | null;
  /** Decides the order of the queue: when the entry was created, or when its last offer was missed. */
  queued_at: Instant;
  /** When the job checks the entry next. */
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
  /** When the post is published; null for a draft. */
  publish_at: OptionalInstant;
  /** Incremented by each change at the desk. */
  version: Generated<number>;
}

export interface EventTable {
  id: Generated<number>;
  category: string;
  title: Generated<string>;
  /** IST date. The day and the slots are null for an event that was entered without them. */
  day: string | null;
  start_slot: number | null;
  end_slot: number | null;
  place: Generated<string>;
  summary: Generated<string>;
  /** Incremented by each change at the desk. */
  version: Generated<number>;
}

export interface Schema {
  app_user: UserTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  account_link: AccountLinkTable;
  staff_invitation: StaffInvitationTable;
  room: RoomTable;
  room_price: RoomPriceTable;
  room_rates: RoomRatesTable;
  content_version: ContentVersionTable;
  schema_compatibility: SchemaCompatibilityTable;
  backup: BackupTable;
  cancellation_policy: CancellationPolicyTable;
  business: BusinessTable;
  policy_text: PolicyTextTable;
  picture: PictureTable;
  picture_file: PictureFileTable;
  booking: BookingTable;
  booking_slot: BookingSlotTable;
  hold_network: HoldNetworkTable;
  series_date: SeriesDateTable;
  payment_order: PaymentOrderTable;
  payment_link: PaymentLinkTable;
  point_purchase: PointPurchaseTable;
  payment: PaymentTable;
  unmatched_payment: UnmatchedPaymentTable;
  refund: RefundTable;
  refund_limits: RefundLimitsTable;
  refund_request: RefundRequestTable;
  till_entry: TillEntryTable;
  till_close: TillCloseTable;
  settlement_report: SettlementReportTable;
  settlement_line: SettlementLineTable;
  settlement_note: SettlementNoteTable;
  dispute: DisputeTable;
  provider_sweep: ProviderSweepTable;
  webhook_event: WebhookEventTable;
  enquiry: EnquiryTable;
  enquiry_entry: EnquiryEntryTable;
  letter: EmailTable;
  calendar_feed: CalendarFeedTable;
  calendar_entry: CalendarEntryTable;
  billing_details: BillingDetailsTable;
  paper_due: TaxDocumentDueTable;
  paper_counter: TaxDocumentCounterTable;
  paper: TaxDocumentTable;
  paper_start: TaxDocumentStartTable;
  month_document: MonthDocumentTable;
  month_document_file: MonthDocumentFileTable;
  paper_pause: TaxDocumentPauseTable;
  audit_entry: AuditEntryTable;
  point_entry: PointEntryTable;
  desk_payment: DeskPaymentTable;
  company: CompanyTable;
  company_member: CompanyMemberTable;
  account_charge: AccountChargeTable;
  company_transfer: CompanyTransferTable;
  upi_reference: UpiReferenceTable;
  second_factor: SecondFactorTable;
  second_factor_failure: SecondFactorFailureTable;
  known_network: KnownNetworkTable;
  waitlist_entry: WaitingListEntryTable;
  block_out: BlockOutTable;
  desk_booking: DeskBookingTable;
  booking_note: BookingNoteTable;
  booking_move: BookingMoveTable;
  blog_post: BlogPostTable;
  event: EventTable;
}

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;
