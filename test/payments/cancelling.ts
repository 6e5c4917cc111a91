import { sql } from 'kysely';
import type {
  Booking,
  CancelResponse,
  CancelTerms,
  MoveResponse,
  MoveTerms,
  MyBookingsResponse,
} from '../../contract/bookings/booking.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import { bookingFields, get, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import { insertionOrder } from '../fixtures/insertionOrder.ts';
import { pay } from './payer.ts';
import {
  complete,
  create,
  dataOf,
  MORNING,
  ROOM,
  type CreatedPayment,
  type Paid,
  type PaymentServer,
} from './startPayments.ts';

/** A booking that was paid by card. */
export interface PaidBooking {
  readonly id: string;
  readonly created: CreatedPayment;
  readonly paid: Paid;
  readonly paymentId: string;
}

/** Books a slot range by card and pays it. `day`: IST date. */
export async function bookByCard(
  server: PaymentServer,
  day: string,
  range: SlotRange = MORNING,
  user: SignedIn = server.guest,
): Promise<PaidBooking> {
  const created = dataOf(await create(server, range, { user, bdate: day }));
  const paid = await pay(server, created);
  dataOf(await complete(server, created, paid, { user }));
  return { id: created.notes[2].booking_id, created, paid, paymentId: paid.razorpay_payment_id };
}

/** Books a slot range with the member's points and returns the booking's id. */
export const bookByPoints = async (
  server: PaymentServer,
  day: string,
  range: SlotRange = MORNING,
): Promise<string> =>
  dataOf(
    await post<{ data: { booking_id: string } }>(
      server,
      paths.book,
      bookingFields(server.member, ROOM, day, range),
      { token: server.member.access },
    ),
  ).booking_id;

/** Loads the terms of cancelling a booking. */
export const fetchCancelTerms = (
  server: PaymentServer,
  bookingId: string,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: CancelTerms } & ErrorBody>> =>
  get(server, `${paths.cancelTerms}?booking_id=${bookingId}`, user?.access);

/** Cancels a booking with the refund that was shown. */
export const cancel = (
  server: PaymentServer,
  bookingId: string,
  refund: unknown,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: CancelResponse['data'] } & ErrorBody>> =>
  post(server, paths.cancel, { booking_id: bookingId, refund }, { token: user?.access });

/** Cancels a booking with the refund of its current terms. */
export async function cancelNow(
  server: PaymentServer,
  bookingId: string,
  user: SignedIn = server.guest,
): Promise<CancelResponse['data']> {
  const { refund } = dataOf(await fetchCancelTerms(server, bookingId, user));
  return dataOf(await cancel(server, bookingId, refund, user));
}

/** All bookings in the user's list, or only the booking with `id`. */
export const fetchBookings = async (
  server: PaymentServer,
  user: SignedIn = server.guest,
  id?: string,
): Promise<readonly Booking[]> => {
  const query = id === undefined ? '' : `?id=${id}`;
  return (await get<MyBookingsResponse>(server, paths.myBookings + query, user.access)).body.data;
};

export interface Target {
  readonly room?: number;
  readonly day: string;
  readonly range?: SlotRange;
}

const fieldsOf = (bookingId: string, { room = ROOM, day, range = MORNING }: Target) => ({
  booking_id: bookingId,
  mid: room,
  bdate: day,
  ...bookingTimes(range),
});

/** Loads the terms of moving a booking. */
export const fetchMoveTerms = (
  server: PaymentServer,
  bookingId: string,
  to: Target,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: MoveTerms } & ErrorBody>> => {
  const query = new URLSearchParams(
    Object.entries(fieldsOf(bookingId, to)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return get(server, `${paths.moveTerms}?${query}`, user?.access);
};

/** Moves a booking with the terms that were shown. */
export const move = (
  server: PaymentServer,
  bookingId: string,
  to: Target,
  shownTerms: Record<string, unknown>,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: MoveResponse['data'] } & ErrorBody>> =>
  post(server, paths.move, { ...fieldsOf(bookingId, to), ...shownTerms }, { token: user?.access });

/** Moves a booking with its current terms. */
export async function moveTo(
  server: PaymentServer,
  bookingId: string,
  to: Target,
  user: SignedIn = server.guest,
): Promise<MoveResponse['data']> {
  const { sequence, difference } = dataOf(await fetchMoveTerms(server, bookingId, to, user));
  return dataOf(await move(server, bookingId, to, { sequence, difference }, user));
}

/** Starts a move that costs more, and returns the order to pay. */
export async function beginMove(
  server: PaymentServer,
  bookingId: string,
  to: Target,
  user: SignedIn = server.guest,
): Promise<CreatedPayment> {
  const moved = await moveTo(server, bookingId, to, user);
  if (moved.status !== 'unpaid') throw new Error(`the move is ${moved.status}`);
  return moved.order;
}

/** Queued emails of a kind about a booking, the oldest first. */
export const emailContents = async (
  { database }: Pick<PaymentServer, 'database'>,
  kind: 'cancelled' | 'moved',
  bookingId: string,
): Promise<unknown[]> => {
  const emails = await database
    .selectFrom('letter')
    .select('payload')
    .where('kind', '=', kind)
    .where(sql<boolean>`payload ->> 'booking_id' = ${bookingId}`)
    .orderBy('created_at')
    .orderBy(insertionOrder)
    .execute();
  return emails.map(({ payload }) => payload);
};
