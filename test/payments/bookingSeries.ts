import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { bookingTimes, slotCount, type SlotRange } from '../../domain/time/slots.ts';
import { post, type ApiResponse, type SignedIn } from '../api/client.ts';
import { DAY, MORNING, ROOM, type CreatedPayment, type PaymentServer } from './startPayments.ts';

/** A date of a series. ROOM and MORNING are the defaults. */
export interface SeriesDate {
  readonly day: string;
  readonly range?: SlotRange;
  readonly room?: number;
}

/** Three dates, two weeks apart. */
export const THREE_DATES: readonly SeriesDate[] = [0, 14, 28].map((days) => ({ day: addDays(DAY, days) }));

/** Price of a date. */
export const PAISE = priceOf(502_00, slotCount(MORNING)).total;

const fieldsOf = (user: SignedIn, dates: readonly SeriesDate[]) => ({
  uid: user.user_id,
  dates: dates.map(({ day, range = MORNING, room = ROOM }) => ({
    mid: room,
    bdate: day,
    ...bookingTimes(range),
  })),
});

const priceOfDates = (dates: readonly SeriesDate[]): string =>
  rupeesAmount(dates.reduce((sum, { range = MORNING }) => sum + priceOf(502_00, slotCount(range)).total, 0));

/** Creates the card payment of a series. `changed` replaces fields, also by invalid values. */
export const createSeries = (
  server: PaymentServer,
  dates: readonly SeriesDate[] = THREE_DATES,
  {
    user = server.guest,
    from,
    ...overrides
  }: { user?: SignedIn; from?: string | undefined } & Record<string, unknown> = {},
): Promise<ApiResponse<{ data: CreatedPayment } & ErrorBody>> =>
  post(
    server,
    paths.createSeriesPayment,
    { ...fieldsOf(user, dates), amount: priceOfDates(dates), currency: 'INR', ...overrides },
    { token: user.access, from },
  );

/** Books a series with points. */
export const bookSeries = (
  server: PaymentServer,
  dates: readonly SeriesDate[] = THREE_DATES,
  user: SignedIn = server.member,
): Promise<ApiResponse<{ data: { booking_ids: string[] } } & ErrorBody>> =>
  post(server, paths.bookSeries, fieldsOf(user, dates), { token: user.access });

/** All bookings in chronological order, with the number of their slots. */
export const storedBookings = async (server: PaymentServer) =>
  (
    await server.database
      .selectFrom('booking')
      .leftJoin('booking_slot', 'booking_slot.booking_id', 'booking.id')
      .select(({ fn }) => [
        'booking.id',
        'booking.day',
        'status',
        'total_paise',
        fn.count<string>('slot').as('slots'),
      ])
      .groupBy('booking.id')
      .orderBy('booking.day')
      .orderBy('start_slot')
      .execute()
  ).map((row) => ({ ...row, slots: Number(row.slots) }));
