import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import type { Rate } from '../../../domain/money/rates.ts';
import { addDays } from '../../../domain/time/calendar.ts';
import { bookingTimes, slotTime, type SlotRange } from '../../../domain/time/slots.ts';
import { heldSelection } from '../../../machines/checkout/heldSelection.ts';
import { priceOfSelection } from '../../../machines/checkout/price.ts';
import { storedContent } from '../../../server/invoices/content.ts';
import { printedTaxDocument } from '../../../server/invoices/printedTaxDocument.ts';
import { bookingOf } from '../../../src/bookings/effects/booking.ts';
import { roomOf } from '../../../src/rooms/effects.ts';
import { bookingFields, get, post, signIn, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { START } from '../../api/startServer.ts';
import { numbersFrom, randomRates } from '../../fixtures/randomRates.ts';
import { issueDueTaxDocuments, settlePayment } from '../../invoices/issuing.ts';
import { createSeries, THREE_DATES } from '../bookingSeries.ts';
import {
  beginMove,
  bookByCard,
  bookByPoints,
  cancelNow,
  fetchBookings,
  fetchMoveTerms,
  moveTo,
} from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { joinCompany } from '../joinCompany.ts';
import { create, dataOf, DAY, MORNING, ROOM } from '../startPayments.ts';
import { joinWaitingList, runWaitingListJobs } from '../waitingListUsers.ts';

/* Every way to price times of a room uses its rates. DAY is a Tuesday, and the room costs ₹502 an hour. */

withFreshPayments();

/** From 10:30 to 11:30 on Tuesdays. */
const RATE: Rate = { weekdays: [1], start: 21, end: 23, pricePerHour: 800_00 };
/** Of MORNING: 251 + 400 + 400 rupees and the tax. */
const MORNING_AMOUNT = '1240.18';
const NEXT_DAY = addDays(DAY, 1);
/** From 10:00 to 11:00: 251 + 400 rupees and the tax. */
const HOUR = { start: 20, end: 22 };
const HOUR_AMOUNT = '768.18';

const setRates = (rates: unknown, fromDay = '2025-11-01') =>
  server.database
    .insertInto('room_rates')
    .values({ room_id: ROOM, from_day: fromDay, rates: JSON.stringify(rates) })
    .execute();

let desk: SignedIn;
beforeEach(async () => {
  desk ??= await signIn(server, 'desk');
  await setRates([RATE]);
});

type Answer = ApiResponse<{ data: { booking_id: string } } & ErrorBody>;
const callDesk = (path: string, fields: object): Promise<Answer> =>
  post(server, path, { ...fields }, { token: desk.access });
const refusal = ({ status, body }: ApiResponse<object>) => ({
  status,
  code: (body as ErrorBody).error.code,
  amount: (body as ErrorBody).error.amount,
});
const changedTo = (amount: string) => ({ status: 409, code: 'price-changed', amount });
const totals = async () =>
  (await server.database.selectFrom('booking').select('total_paise').orderBy('day').execute()).map(
    ({ total_paise }) => total_paise,
  );

describe('with rates of a room', () => {
  test('a hold costs the sum of its slots, and no other amount is accepted', async () => {
    expect(refusal(await create(server, MORNING))).toEqual(changedTo(MORNING_AMOUNT));
    expect(dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT })).amount).toBe(1240_18);
    expect(await totals()).toEqual([1240_18]);
  });

  test('the same times cost the price of the room on a weekday without a rate', async () => {
    expect(dataOf(await create(server, MORNING, { bdate: NEXT_DAY })).amount).toBe(888_54);
  });

  test('rates apply to bookings that are made from their day on', async () => {
    await setRates([{ ...RATE, pricePerHour: 900_00 }], '2025-11-22');
    expect(refusal(await create(server, MORNING))).toEqual(changedTo(MORNING_AMOUNT));
    // After midnight in India.
    server.clock.now = START + 14 * 3_600_000;
    expect(refusal(await create(server, MORNING))).toEqual(changedTo('1358.18'));
    await server.database
      .updateTable('room_rates')
      .set({ rates: '[]' })
      .where('from_day', '=', '2025-11-22')
      .execute();
    expect(dataOf(await create(server, MORNING)).amount).toBe(888_54);
  });

  test('a hold keeps its price when the rates change, also when it is asked for again', async () => {
    const { amount } = dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT }));
    await server.database.deleteFrom('room_rates').execute();
    expect(dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT })).amount).toBe(amount);
    expect(await totals()).toEqual([1240_18]);
  });

  test('each date of a series costs the rates of its weekday', async () => {
    expect(refusal(await createSeries(server, THREE_DATES))).toEqual(changedTo('3720.54'));
    const dates = [{ day: DAY }, { day: NEXT_DAY }];
    expect(dataOf(await createSeries(server, dates, { amount: '2128.72' })).amount).toBe(2128_72);
    expect(await totals()).toEqual([1240_18, 888_54]);
  });

  test('a move costs the difference to the rates of the new times', async () => {
    const { id } = await bookByCard(server, NEXT_DAY);
    expect(dataOf(await fetchMoveTerms(server, id, { day: DAY }))).toMatchObject({
      amount: MORNING_AMOUNT,
      difference: '351.64',
    });
    expect((await beginMove(server, id, { day: DAY })).amount).toBe(351_64);
  });

  test('an extension costs the rates of the added times only', async () => {
    const { id } = await bookByCard(server, DAY, { start: 23, end: 25 });
    // 400 + 251 rupees and the tax.
    const fields = {
      booking_id: id,
      sequence: 0,
      start_time: '11:00:00',
      end_time: '13:00:00',
      method: 'cash',
    };
    expect(refusal(await callDesk(deskPaths.extend, { ...fields, amount: '592.36' }))).toEqual(
      changedTo(HOUR_AMOUNT),
    );
    dataOf(await callDesk(deskPaths.extend, { ...fields, amount: HOUR_AMOUNT }));
    const { total_paise: total } = await server.database
      .selectFrom('booking')
      .select('total_paise')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(total).toBe(592_36 + 768_18);
  });

  const sale = { email: 'guest@example.com', mid: ROOM, bdate: DAY, ...bookingTimes(HOUR) };

  test('a sale at the desk costs the rates, and each date of one that repeats those of its day', async () => {
    const fields = { ...sale, method: 'cash' };
    expect(refusal(await callDesk(deskPaths.sell, { ...fields, amount: '592.36' }))).toEqual(
      changedTo(HOUR_AMOUNT),
    );
    const later_dates = [NEXT_DAY];
    dataOf(await callDesk(deskPaths.sell, { ...fields, later_dates, amount: '1360.54' }));
    expect(await totals()).toEqual([768_18, 592_36]);
    const paid = await server.database.selectFrom('payment').select('amount_paise').execute();
    expect(paid).toEqual([{ amount_paise: 1360_54 }]);
  });

  test('a payment link asks for the rates', async () => {
    expect(refusal(await callDesk(deskPaths.makeLink, { ...sale, amount: '592.36' }))).toEqual(
      changedTo(HOUR_AMOUNT),
    );
    dataOf(await callDesk(deskPaths.makeLink, { ...sale, later_dates: [NEXT_DAY], amount: '1360.54' }));
    expect(await totals()).toEqual([768_18, 592_36]);
  });

  test('a booking on account costs the rates', async () => {
    await joinCompany(server.database, [server.guest.user_id], server.clock.now);
    const bookAt = (amount: string) =>
      post<ErrorBody>(
        server,
        paths.bookOnAccount,
        { ...bookingFields(server.guest, ROOM, DAY, MORNING), amount, currency: 'INR' },
        { token: server.guest.access },
      );
    expect(refusal(await bookAt('888.54'))).toEqual(changedTo(MORNING_AMOUNT));
    expect((await bookAt(MORNING_AMOUNT)).status).toBe(200);
    const booking = await server.database
      .selectFrom('booking')
      .select(['total_paise', 'slot_prices'])
      .executeTakeFirst();
    expect(booking).toEqual({ total_paise: 1240_18, slot_prices: [502_00, 800_00, 800_00] });
  });

  test('an offer of the waiting list is held at the rates', async () => {
    const id = await bookByPoints(server, DAY, HOUR);
    dataOf(await joinWaitingList(server, server.guest, { range: HOUR }));
    await cancelNow(server, id, server.member);
    await runWaitingListJobs(server);
    const held = await server.database
      .selectFrom('booking')
      .select('total_paise')
      .where('status', '=', 'held')
      .execute();
    expect(held).toEqual([{ total_paise: 768_18 }]);
  });

  test('an hour costs one point at any rate', async () => {
    const id = await bookByPoints(server, DAY, MORNING);
    const booking = await server.database
      .selectFrom('booking')
      .select(['half_points', 'total_paise'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(booking).toEqual({ half_points: 3, total_paise: null });
  });
});

/** MORNING of DAY by card: 251 + 400 + 400 rupees and the tax. */
async function bookMorning(): Promise<string> {
  const created = dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT }));
  await settlePayment(server, created);
  return created.notes[2].booking_id;
}
const shorten = (id: string, range: SlotRange, refund: string, sequence = 0) =>
  callDesk(deskPaths.shorten, {
    booking_id: id,
    sequence,
    start_time: slotTime(range.start),
    end_time: slotTime(range.end),
    policy_refund: refund,
    refund,
    reason: 'The guests left early',
  });
const slotPrices = async (id: string) =>
  await server.database
    .selectFrom('booking')
    .select(['slot_prices', 'total_paise'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const MORNING_RATES = [
  { start_time: '10:00:00', end_time: '10:30:00', price_per_hour: 502 },
  { start_time: '10:30:00', end_time: '11:30:00', price_per_hour: 800 },
];

describe('a booking with rates', () => {
  test('is listed with its prices, from the hold on, for its customer and the desk', async () => {
    dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT }));
    const [held] = await fetchBookings(server);
    expect(held).toMatchObject({ state: 'pending', amount: MORNING_AMOUNT, rates: MORNING_RATES });
    const atDesk = await get<DeskBookingResponse>(
      server,
      `${deskPaths.booking}?booking_id=${held?.id ?? ''}`,
      desk.access,
    );
    expect(dataOf(atDesk).rates).toEqual(MORNING_RATES);
  });

  test('that costs one rate all along is listed without prices', async () => {
    dataOf(await create(server, { start: 21, end: 23 }, { amount: '944.00' }));
    expect((await fetchBookings(server))[0]).not.toHaveProperty('rates');
  });

  test('returns the price of the hours that it loses', async () => {
    const id = await bookMorning();
    expect(await shorten(id, { start: 20, end: 22 }, '413.39')).toMatchObject({
      status: 409,
      body: { error: { code: 'terms-changed' } },
    });
    dataOf(await shorten(id, { start: 20, end: 22 }, '472.00'));
    expect(await slotPrices(id)).toEqual({ slot_prices: [502_00, 800_00], total_paise: 768_18 });
    // The cheap half hour.
    dataOf(await shorten(id, { start: 21, end: 22 }, '296.18', 1));
    expect(await slotPrices(id)).toEqual({ slot_prices: null, total_paise: 472_00 });
  });

  test('that became longer keeps the price of each hour, also after the rates changed', async () => {
    const id = await bookMorning();
    await setRates([{ ...RATE, start: 20, end: 24, pricePerHour: 600_00 }], '2025-11-21');
    dataOf(
      await callDesk(deskPaths.extend, {
        booking_id: id,
        sequence: 0,
        start_time: '10:00:00',
        end_time: '12:00:00',
        amount: '354.00',
        method: 'cash',
      }),
    );
    expect(await slotPrices(id)).toEqual({
      slot_prices: [502_00, 800_00, 800_00, 600_00],
      total_paise: 1594_18,
    });
    dataOf(await shorten(id, { start: 20, end: 23 }, '354.00', 1));
    expect(await slotPrices(id)).toEqual({
      slot_prices: [502_00, 800_00, 800_00],
      total_paise: 1240_18,
    });
  });

  test('has the prices of its new times after a move, paid or free of charge', async () => {
    const { id } = await bookByCard(server, NEXT_DAY);
    expect((await slotPrices(id)).slot_prices).toBeNull();
    const order = await beginMove(server, id, { day: DAY });
    await settlePayment(server, order);
    expect(await slotPrices(id)).toEqual({ slot_prices: [502_00, 800_00, 800_00], total_paise: 1240_18 });
    await moveTo(server, id, { day: NEXT_DAY });
    expect(await slotPrices(id)).toEqual({ slot_prices: null, total_paise: 888_54 });
  });

  test('that is paid after its hold keeps the price of the hold, and its invoice names the prices', async () => {
    const created = dataOf(await create(server, MORNING, { amount: MORNING_AMOUNT }));
    server.clock.now += 60 * 60_000;
    await server.database.deleteFrom('room_rates').execute();
    await settlePayment(server, created);
    expect(await totals()).toEqual([1240_18]);
    await issueDueTaxDocuments(server);
    const { content } = await server.database.selectFrom('paper').select('content').executeTakeFirstOrThrow();
    const document = storedContent(content);
    expect(document).toMatchObject({
      supply: { hours: 1.5, rates: MORNING_RATES },
      amounts: { taxable: '1051.00', total: MORNING_AMOUNT },
    });
    expect(printedTaxDocument(document).item.lines).toEqual(
      expect.arrayContaining([
        '10:00 AM to 10:30 AM at ₹502.00 an hour',
        '10:30 AM to 11:30 AM at ₹800.00 an hour',
      ]),
    );
  });
});

describe('the prices on the screen', () => {
  const roomOnScreen = async () => {
    const { body } = await get<RoomsResponse>(server, paths.rooms);
    const sent = body.data.find(({ id }) => id === ROOM);
    if (!sent) throw new Error('the room is not listed');
    return roomOf(sent);
  };

  test('are those of the server for random rates', async () => {
    const next = numbersFrom(7);
    for (let nth = 0; nth < 8; nth += 1) {
      await server.database.deleteFrom('room_rates').execute();
      await setRates(randomRates(next));
      const room = await roomOnScreen();
      const start = 12 + next(30);
      const range = { start, end: start + 1 + next(Math.min(5, 47 - start)) };
      const date = addDays(DAY, nth);
      const amount = rupeesAmount(priceOfSelection({ room, date, range })?.total ?? 0);
      const created = dataOf(await create(server, range, { bdate: date, amount }));
      const [booking] = await fetchBookings(server, server.guest, created.notes[2].booking_id);
      if (!booking) throw new Error('the hold is not listed');
      const held = heldSelection(
        [bookingOf(booking)],
        [{ ...room, pricePerHour: 2_00, rates: [] }],
        booking.id,
      );
      expect(held && rupeesAmount(priceOfSelection(held)?.total ?? 0)).toBe(amount);
      // Only a few times can be held at once.
      await settlePayment(server, created);
    }
  });

  test('are refused with the current prices when they are not those of the server', async () => {
    const { body } = await create(server, MORNING);
    expect(body.error).toMatchObject({
      code: 'price-changed',
      amount: MORNING_AMOUNT,
      price_per_hour: 502,
      rates: [{ weekdays: [1], start_time: '10:30:00', end_time: '11:30:00', price_per_hour: 800 }],
    });
  });
});

describe('the database', () => {
  const day = '2025-11-02';

  test.each([
    ['that overlap', [RATE, { ...RATE, weekdays: [0, 1], start: 22, end: 24 }]],
    ['that name a weekday twice', [{ ...RATE, weekdays: [1, 1] }]],
    ['of 0', [{ ...RATE, pricePerHour: 0 }]],
    ['below 0', [{ ...RATE, pricePerHour: -200 }]],
    ['of odd rupees', [{ ...RATE, pricePerHour: 501_00 }]],
    ['of odd paise', [{ ...RATE, pricePerHour: 500_01 }]],
    ['of a fraction of a paisa', [{ ...RATE, pricePerHour: 50_000.5 }]],
    ['of no weekday', [{ ...RATE, weekdays: [] }]],
    ['of an eighth weekday', [{ ...RATE, weekdays: [7] }]],
    ['that end before they start', [{ ...RATE, start: 23, end: 21 }]],
    ['that end after midnight', [{ ...RATE, end: 49 }]],
    ['that are no list', RATE],
  ])('refuses rates %s', async (_name, rates) => {
    await expect(setRates(rates, day)).rejects.toMatchObject({ constraint: 'room_rates_are_valid' });
  });

  test('accepts rates next to each other and on other weekdays', async () => {
    const rates = [RATE, { ...RATE, start: 23, end: 48 }, { ...RATE, weekdays: [0, 6], start: 0 }];
    await setRates(rates, day);
    const stored = await server.database
      .selectFrom('room_rates')
      .select('rates')
      .where('from_day', '=', day)
      .executeTakeFirst();
    expect(stored).toEqual({ rates });
  });
});
