import type {
  BookingTable,
  BusinessTable,
  EmailTable,
  TaxDocumentDueTable,
  PaymentOrderTable,
  PolicyTextTable,
  RefundTable,
  RoomTable,
  UserTable,
  WaitingListEntryTable,
} from './schema.ts';

/**
 * The names of all columns of a table; a missing or unknown name does not compile. Statements name their columns and never
 * select `*`, because a prepared statement fails when a migration adds a column to its result
 * (docs/decisions/0014-migrations-upgrades-and-restarts.md).
 */
export const everyColumn = <Row>(
  columns: Record<keyof Row & string, true>,
): readonly (keyof Row & string)[] => Object.keys(columns) as (keyof Row & string)[];

export const userColumns = everyColumn<UserTable>({
  id: true,
  email: true,
  password_hash: true,
  password_is_weak: true,
  first_name: true,
  last_name: true,
  phone: true,
  company_name: true,
  website: true,
  business_type: true,
  is_member: true,
  is_blocked: true,
  half_points: true,
  hold_version: true,
  created_at: true,
  email_confirmed_at: true,
  closed_at: true,
  closing_email: true,
  made_by: true,
  released_email: true,
  role: true,
  monthly_half_points: true,
  expiring_half_points: true,
  expiring_month: true,
  own_half_points: true,
  own_expiring_half_points: true,
  points_month: true,
  points_change: true,
});

export const roomColumns = everyColumn<RoomTable>({
  id: true,
  name: true,
  capacity: true,
  price_per_hour_paise: true,
  images: true,
  image_alts: true,
  amenities: true,
  floor: true,
  building_no: true,
  street_name: true,
  area_name: true,
  city: true,
  pincode: true,
  opens: true,
  closes: true,
  layouts: true,
  position: true,
  archived_at: true,
  version: true,
});

export const bookingColumns = everyColumn<BookingTable>({
  id: true,
  user_id: true,
  room_id: true,
  day: true,
  start_slot: true,
  end_slot: true,
  status: true,
  paid_with: true,
  half_points: true,
  total_paise: true,
  hold_expires_at: true,
  created_at: true,
  confirmed_at: true,
  policy: true,
  paid_by_payment_id: true,
  sequence: true,
  cancelled_at: true,
  returned: true,
  moves_booking_id: true,
  moves_sequence: true,
  moved_at: true,
  held_from: true,
  by_new_customer: true,
  headcount: true,
  wishes: true,
});

export const paymentOrderColumns = everyColumn<PaymentOrderTable>({
  order_id: true,
  booking_id: true,
  purchase_id: true,
  amount_paise: true,
  status: true,
  created_at: true,
  next_check_at: true,
});

export const refundColumns = everyColumn<RefundTable>({
  id: true,
  payment_id: true,
  paying_payment_id: true,
  source_payment_id: true,
  booking_id: true,
  amount_paise: true,
  due_since: true,
  reason: true,
  late_cause: true,
  status: true,
  refund_id: true,
  bank_reference: true,
  attempts: true,
  failures: true,
  next_try_at: true,
  made_by: true,
  part_of: true,
  problem: true,
  needs_person_since: true,
  refusals: true,
  speed: true,
});

export const emailColumns = everyColumn<EmailTable>({
  dedupe_key: true,
  kind: true,
  user_id: true,
  to_name: true,
  to_address: true,
  payload: true,
  attachments: true,
  state: true,
  due_at: true,
  until: true,
  attempts: true,
  message_id: true,
  problem: true,
  created_at: true,
  sent_at: true,
});

export const taxDocumentDueColumns = everyColumn<TaxDocumentDueTable>({
  id: true,
  kind: true,
  booking_id: true,
  purchase_id: true,
  payment_id: true,
  refund_id: true,
  amount_paise: true,
  facts: true,
  caused_at: true,
  next_try_at: true,
  attempts: true,
});

export const waitingListEntryColumns = everyColumn<WaitingListEntryTable>({
  id: true,
  user_id: true,
  room_id: true,
  day: true,
  start_slot: true,
  end_slot: true,
  state: true,
  token_hash: true,
  misses: true,
  letters: true,
  offered_until: true,
  booking_id: true,
  queued_at: true,
  next_try_at: true,
  created_at: true,
});

/** With the version, without the id of the only row. */
export const businessColumns = everyColumn<Omit<BusinessTable, 'id'>>({
  name: true,
  address: true,
  gstin: true,
  phone: true,
  email: true,
  map: true,
  whatsapp: true,
  social: true,
  version: true,
});

export const policyTextColumns = everyColumn<PolicyTextTable>({
  name: true,
  text: true,
  changed_at: true,
  version: true,
});
