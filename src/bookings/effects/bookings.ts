import type {
  CreatePaymentResponse,
  MoveResponse,
  MyBookingsResponse,
  PaymentStatusResponse,
  ReleasePaymentResponse,
} from '../../../contract/bookings/booking.ts';
import { paths } from '../../../contract/paths.ts';
import { CURRENCY, rupeesAmount } from '../../../domain/money/pricing.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Booking } from '../../../machines/bookings/booking.ts';
import type { BookingPages } from '../../../machines/bookings/myBookings.ts';
import { amountToPay } from '../../../machines/checkout/price.ts';
import type { Clock } from '../../../machines/engine/clock.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { checkoutOrder } from '../../checkout/exports.ts';
import type { Send } from '../../app/effects/http.ts';
import { bookingOf } from './booking.ts';
import { moveFields } from './moveFields.ts';
import type {
  BookingSelection,
  MoveSelection,
  PendingPayment,
  SeriesSelection,
} from '../../../machines/checkout/events.ts';

/** Names the cancellation policies that the visitor was shown. */
const shownPolicyFields = ({ cancellation }: Room): { policy_from?: string } =>
  cancellation ? { policy_from: cancellation.fromDay } : {};

/** What the visitor says about the visit, if anything. */
const visitFields = ({ headcount, wishes }: BookingSelection): { headcount?: string; wishes?: string } => ({
  ...(headcount !== undefined && { headcount: String(headcount) }),
  ...(wishes !== undefined && wishes !== '' && { wishes }),
});

/** A multipart form (spec 7) with the fields of spec 3. Throws when the selection has no times. */
function bookingForm(userId: string, selection: BookingSelection): FormData {
  const { room, date, range } = selection;
  if (!range) throw new Error('a booking needs its start and end');
  const form = new FormData();
  const { stime, etime, ctime } = bookingTimes(range);
  const fields = {
    mid: String(room.id),
    uid: userId,
    bdate: date,
    stime,
    etime,
    ctime,
    ...shownPolicyFields(room),
    ...visitFields(selection),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const seriesFields = (userId: string, selection: BookingSelection, { dates }: SeriesSelection) => ({
  uid: userId,
  ...shownPolicyFields(selection.room),
  ...visitFields(selection),
  dates: dates.map((entry) => ({ mid: entry.room.id, bdate: entry.date, ...bookingTimes(entry.range) })),
});

type ServerOrder = CreatePaymentResponse['data'];
type Pending = Extract<ReleasePaymentResponse['data'], { status: 'pending' }>;

const pendingPaymentOf = ({ status, wait }: Pending): PendingPayment => ({
  status,
  since: Date.parse(wait.since),
  until: Date.parse(wait.until),
  ...(wait.method && { method: wait.method }),
});

/** Each call carries the access token. */
export function createBookings(authenticatedRequest: Send, clock: Clock): Effects['bookings'] {
  /** With the price that was shown. */
  function pricedForm(userId: string, selection: BookingSelection): FormData {
    const form = bookingForm(userId, selection);
    form.append('amount', rupeesAmount(amountToPay(selection)));
    form.append('currency', CURRENCY);
    return form;
  }

  async function createBookingOrder(userId: string, selection: BookingSelection): Promise<ServerOrder> {
    const { data } = await authenticatedRequest<CreatePaymentResponse>({
      method: 'post',
      url: paths.createPayment,
      data: pricedForm(userId, selection),
      withCredentials: true,
    });
    return data;
  }

  /** Holds the new times and creates an order for the price difference. Throws 'terms-changed' if nothing has to be paid. */
  async function createMoveOrder(
    { room, date, range }: BookingSelection,
    { bookingId, sequence, difference, refund }: MoveSelection,
  ): Promise<ServerOrder> {
    if (!range) throw new Error('a move needs its start and end');
    const { data } = await authenticatedRequest<{ data: MoveResponse['data'] }>({
      method: 'post',
      url: paths.move,
      data: {
        ...moveFields({ bookingId, roomId: room.id, date, range }),
        sequence,
        difference: rupeesAmount(difference),
        ...(refund !== undefined && { refund: rupeesAmount(refund) }),
      },
    });
    if (data.status !== 'unpaid') throw new Failure(409, 'terms-changed');
    return data.order;
  }

  /** Holds all dates and creates one order for all of them. */
  async function createSeriesOrder(
    userId: string,
    selection: BookingSelection,
    series: SeriesSelection,
  ): Promise<ServerOrder> {
    const { data } = await authenticatedRequest<CreatePaymentResponse>({
      method: 'post',
      url: paths.createSeriesPayment,
      data: {
        ...seriesFields(userId, selection, series),
        amount: rupeesAmount(amountToPay(selection)),
        currency: CURRENCY,
      },
    });
    return data;
  }

  function createServerOrder(userId: string, selection: BookingSelection): Promise<ServerOrder> {
    const { pendingMove, series } = selection;
    if (pendingMove) return createMoveOrder(selection, pendingMove);
    return series ? createSeriesOrder(userId, selection, series) : createBookingOrder(userId, selection);
  }

  async function loadPages(pages: number, signal: AbortSignal): Promise<BookingPages> {
    const bookings: Booking[] = [];
    let after: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      const { data, next }: MyBookingsResponse = await authenticatedRequest({
        url: paths.myBookings,
        signal,
        ...(after !== null && { params: { after } }),
      });
      bookings.push(...data.map(bookingOf));
      after = next.upcoming;
      if (after === null) break;
    }
    return { bookings, hasMore: after !== null };
  }

  return {
    loadPages,

    async bookWithPoints(userId, selection) {
      const { series } = selection;
      await authenticatedRequest(
        series
          ? { method: 'post', url: paths.bookSeries, data: seriesFields(userId, selection, series) }
          : { method: 'post', url: paths.book, data: bookingForm(userId, selection) },
      );
    },

    async bookOnAccount(userId, selection) {
      await authenticatedRequest({
        method: 'post',
        url: paths.bookOnAccount,
        data: pricedForm(userId, selection),
      });
    },

    async createOrder(userId, selection) {
      const data = await createServerOrder(userId, selection);
      const [roomNote, payer, { booking_id }] = data.notes;
      return {
        bookingId: booking_id,
        ...checkoutOrder(data, payer, clock),
        description: roomNote.room_name,
      };
    },

    async verifyPayment(bookingId, amountPaise, proof) {
      await authenticatedRequest({
        method: 'post',
        url: paths.completePayment,
        data: new URLSearchParams({
          booking_id: bookingId,
          order_id: proof.orderId,
          payment_id: proof.paymentId,
          signature: proof.signature,
          amount: rupeesAmount(amountPaise),
        }),
      });
    },

    async fetchPaymentStatus(bookingId) {
      const { data } = await authenticatedRequest<PaymentStatusResponse>({
        url: paths.paymentStatus,
        params: { booking_id: bookingId },
      });
      return data.status === 'pending' ? pendingPaymentOf(data) : { status: data.status };
    },

    async releaseHold(bookingId, evenIfPending) {
      const { data } = await authenticatedRequest<ReleasePaymentResponse>({
        method: 'post',
        url: paths.releasePayment,
        data: { booking_id: bookingId, ...(evenIfPending && { give_up: true }) },
      });
      return data.status === 'pending' ? pendingPaymentOf(data) : { status: data.status };
    },
  };
}
