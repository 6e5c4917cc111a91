import { expect, test } from 'vitest';
import { roomPages } from '../../src/app/prerendering/publicPages.ts';
import { apiRoom } from '../fixtures/apiRoom.ts';

const room = { ...apiRoom, price_per_hour: 500 };
const offerOf = (sent: typeof room) =>
  JSON.stringify(roomPages([sent], 'https://example.com').map(({ structuredData }) => structuredData));

test('search engines get the price of an hour with tax, and its range for a room with rates', () => {
  expect(offerOf(room)).toContain('"price":"590.00"');
  const rates = [{ weekdays: [5, 6], start_time: '18:00:00', end_time: '24:00:00', price_per_hour: 800 }];
  const withRates = offerOf({ ...room, rates });
  expect(withRates).toContain('"minPrice":"590.00","maxPrice":"944.00"');
  expect(withRates).not.toContain('"price":');
});
