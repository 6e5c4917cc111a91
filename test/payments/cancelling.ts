import type {
  Booking,
  CancelResponse,
  CancelTerms,
  MoveResponse,
  MoveTerms,
  MyBookingsResponse,
} from '../../contract/booking.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/slots.ts';
import { bookingFields, get, post, type ApiResponse, type SignedIn } from '../api/client.ts';
import { pay } from './payer.ts';
import {
  complete,
  create,
  dataOf,
  MORNING,
  ROOM,
  type Created,
  type Paid,
  type PaymentServer,
} from './startPayments.ts';

/** A booking that was paid by card. */
export interface PaidBooking {
  readonly id: string;
  readonly created: Created;
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

/** Books a slot range with the member's points; returns the booking's id. */
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

/** Asks what cancelling would return. */
export const askTerms = (
  server: PaymentServer,
  bookingId: string,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: CancelTerms } & ErrorBody>> =>
  get(server, `${paths.cancelTerms}?booking_id=${bookingId}`, user?.access);

/** Cancels a booking for a refund that was shown. */
export const cancel = (
  server: PaymentServer,
  bookingId: string,
  refund: unknown,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: CancelResponse['data'] } & ErrorBody>> =>
  post(server, paths.cancel, { booking_id: bookingId, refund }, { token: user?.access });

/** Cancels a booking for what it returns now. */
export async function cancelNow(
  server: PaymentServer,
  bookingId: string,
  user: SignedIn = server.guest,
): Promise<CancelResponse['data']> {
  const { refund } = dataOf(await askTerms(server, bookingId, user));
  return dataOf(await cancel(server, bookingId, refund, user));
}

/** The bookings that the user's list shows, or with `id` that booking alone. */
export const listed = async (
  server: PaymentServer,
  user: SignedIn = server.guest,
  id?: string,
): Promise<readonly Booking[]> => {
  const query = id === undefined ? '' : `?id=${id}`;
  return (await get<MyBookingsResponse>(server, paths.myBookings + query, user.access)).body.data;
};

/** A room, date and range to which a booking moves. */
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

/** Asks what moving would cost. */
export const askMove = (
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

/** Moves a booking for the terms that were shown. */
export const move = (
  server: PaymentServer,
  bookingId: string,
  to: Target,
  shown: Record<string, unknown>,
  user: SignedIn | null = server.guest,
): Promise<ApiResponse<{ data: MoveResponse['data'] } & ErrorBody>> =>
  post(server, paths.move, { ...fieldsOf(bookingId, to), ...shown }, { token: user?.access });

/** Moves a booking for what it costs now. */
export async function moveTo(
  server: PaymentServer,
  bookingId: string,
  to: Target,
  user: SignedIn = server.guest,
): Promise<MoveResponse['data']> {
  const { sequence, difference } = dataOf(await askMove(server, bookingId, to, user));
  return dataOf(await move(server, bookingId, to, { sequence, difference }, user));
}

/** Begins a move that costs more: the order to pay. */
export async function beginMove(
  server: PaymentServer,
  bookingId: string,
  to: Target,
  user: SignedIn = server.guest,
): Promise<Created> {
  const begun = await moveTo(server, bookingId, to, user);
  if (begun.status !== 'unpaid') throw new Error(`the move is ${begun.status}`);
  return begun.order;
}
