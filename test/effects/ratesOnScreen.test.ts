import { expect, test } from 'vitest';
import { priceOfTimes, subtotalOf } from '../../domain/money/rates.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { room as roomSchema } from '../../contract/rooms/rooms.ts';
import { partsOfSelection, priceOfSelection } from '../../machines/checkout/price.ts';
import { tariffOf, tariffResponse } from '../../server/rooms/prices.ts';
import { roomOf } from '../../src/rooms/effects.ts';
import { apiRoom } from '../fixtures/apiRoom.ts';
import { numbersFrom, randomPrice, randomRates } from '../fixtures/randomRates.ts';

const randomRange = (next: (below: number) => number) => {
  const start = next(47);
  return { start, end: start + 1 + next(48 - start) };
};

test('the price on the screen is the price of the server, for random rates and selections', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = numbersFrom(seed);
    const stored = { price_per_hour_paise: randomPrice(next), rates: randomRates(next) };
    const { price_per_hour: _price, ...unpriced } = apiRoom;
    const sent: unknown = JSON.parse(JSON.stringify({ ...unpriced, ...tariffResponse(stored) }));
    const room = roomOf(roomSchema.parse(sent));
    const [first, ...others] = Array.from({ length: 1 + next(4) }, (_, nth) => ({
      room,
      date: addDays('2025-11-24', nth + next(30)),
      range: randomRange(next),
    })) as [{ room: typeof room; date: string; range: { start: number; end: number } }];
    const dates = [first, ...others];
    const selection = { ...first, ...(others.length > 0 && { series: { every: 1 as const, dates } }) };
    const charged = dates.map(({ date, range }) => priceOfTimes(tariffOf(stored), date, range));
    const shown = priceOfSelection(selection);
    expect(shown?.total, `seed ${seed}`).toBe(charged.reduce((sum, { total }) => sum + total, 0));
    const parts = partsOfSelection(selection);
    // No parts when no slot has a rate.
    const sums = parts.map(({ subtotal }) => subtotal);
    expect([0, shown?.subtotal]).toContain(sums.reduce((sum, subtotal) => sum + subtotal, 0));
    const own = parts.flatMap(({ range }) => (range ? [subtotalOf(range)] : []));
    expect([[], sums]).toContainEqual(own);
  }
});
