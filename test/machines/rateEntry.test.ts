import { describe, expect, test } from 'vitest';
import { enteredRates, rateErrors } from '../../machines/desk/rateEntry.ts';
import { ratesRequestOf } from '../../src/desk/rooms/effects.ts';

interface Row {
  readonly weekdays?: readonly number[];
  readonly start?: number;
  readonly end?: number;
  readonly price?: string;
}

const rowEntry = (row: number, { weekdays = [5, 6], start = 0, end = 48, price = '350' }: Row = {}) => ({
  ...Object.fromEntries(weekdays.map((day) => [`rate ${row} weekday ${day}`, '1'])),
  [`rate ${row} start`]: String(start),
  [`rate ${row} end`]: String(end),
  [`rate ${row} price`]: price,
});

describe('the rates of a room in the form of the desk', () => {
  test('are read in page order, also after a row was removed', () => {
    const entry = { ...rowEntry(2, { weekdays: [0], price: '₹1,200' }), ...rowEntry(0) };
    expect(enteredRates(entry)).toEqual([
      { row: 0, weekdays: [5, 6], start: 0, end: 48, pricePerHour: 350_00 },
      { row: 2, weekdays: [0], start: 0, end: 48, pricePerHour: 1200_00 },
    ]);
    expect(rateErrors(entry)).toEqual({});
    expect(ratesRequestOf({ ...entry, id: '2', version: '4', fromDay: '2025-12-01' })).toEqual({
      id: '2',
      version: '4',
      from_day: '2025-12-01',
      rates: [
        { weekdays: [5, 6], start_time: '00:00:00', end_time: '24:00:00', price_per_hour: 350 },
        { weekdays: [0], start_time: '00:00:00', end_time: '24:00:00', price_per_hour: 1200 },
      ],
    });
  });

  test('may be none', () => {
    expect(enteredRates({})).toEqual([]);
    expect(rateErrors({})).toEqual({});
  });

  test.each<[string, Row, string]>([
    ['a price of 0', { price: '0' }, 'price'],
    ['an empty price', { price: ' ' }, 'price'],
    ['odd rupees', { price: '501' }, 'price'],
    ['odd paise', { price: '500.01' }, 'price'],
    ['words', { price: 'cheap' }, 'price'],
    ['a million', { price: '1000000' }, 'price'],
    ['an end at its start', { start: 20, end: 20 }, 'end'],
    ['no weekday', { weekdays: [] }, 'days'],
  ])('have an error at the field for %s', (_name, row, field) => {
    expect(Object.keys(rateErrors({ ...rowEntry(0), ...rowEntry(3, row) }))).toContain(`rate 3 ${field}`);
  });

  test('that have the same time are named', () => {
    const entry = {
      ...rowEntry(0, { start: 36, end: 42 }),
      ...rowEntry(1, { weekdays: [6], start: 40, end: 48 }),
    };
    expect(rateErrors(entry)).toEqual({
      'rate 1 days': 'Two prices for the same time: another one is for Saturday and Sunday, 6:00–9:00 PM',
    });
    expect(rateErrors({ ...entry, ...rowEntry(1, { weekdays: [6], start: 42, end: 48 }) })).toEqual({});
  });
});
