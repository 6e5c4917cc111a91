import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the site prices an hour, or times of a room with their rates', () => {
  const uses = ['machines', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/\bpriceOf\([^()]*\)/g) ?? []),
  );
  expect(uses.filter((use) => !use.endsWith(', 2)'))).toEqual([]);
});

test('the server prices times of a room only with their rates', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const sourceOf = (name: string) => readFileSync(join('server', name), 'utf8');
  expect(files.filter((name) => /\bpriceOf\b/.test(sourceOf(name)))).toEqual([]);
  const pricing = files.filter((name) => /\b(?:priceOfTimes|pricedColumns)\(/.test(sourceOf(name))).sort();
  // A new way to price belongs into test/payments/bookings/rates.test.ts.
  expect(pricing).toEqual([
    'bookings/moveBooking.ts',
    'bookings/moveTerms.ts',
    'bookings/series/createSeriesPayment.ts',
    'bookings/waitingList/offer.ts',
    'checkout/hold.ts',
    'companies/bookOnAccount.ts',
    'rooms/prices.ts',
    'sales/length/extension.ts',
    'sales/sale.ts',
  ]);
});
