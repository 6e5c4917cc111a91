// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { DeskRoom } from '../../machines/desk/roomFlows.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON, room } from '../fixtures/booking.ts';
import { mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const deskRoom: DeskRoom = {
  ...room,
  version: 4,
  archived: false,
  prices: [],
  laterRates: [],
  bookingsAhead: 0,
};

/** Opens the room of the fixture, at ₹500 an hour, at the desk. Returns its panel of rates. */
async function openRoom(fields: Partial<DeskRoom> = {}) {
  const effects = mockDeskEffects();
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role: 'manager', secondFactor: true });
  effects.desk.rooms.mockResolvedValue([{ ...deskRoom, ...fields }]);
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?view=rooms&room=${room.id}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
  const panel = within(await screen.findByRole('region', { name: 'Prices by time' }));
  return { effects, panel };
}

type Panel = ReturnType<typeof within>;
const press = (panel: Panel, name: string) => fireEvent.click(panel.getByRole('button', { name }));
const type = (panel: Panel, price: string) =>
  fireEvent.change(panel.getByLabelText(/^Price per hour/), { target: { value: price } });
const preview = (panel: Panel) =>
  within(panel.getByRole('group', { name: 'What customers see' }))
    .queryAllByRole('definition')
    .map((each) => each.parentElement?.textContent);

test('a first price is for the weekend, is shown as customers see it, and is sent', async () => {
  const { effects, panel } = await openRoom();
  expect(panel.getByText('Customers see one price for all times.')).toBeTruthy();
  press(panel, 'Add a price');
  type(panel, '350');
  expect(preview(panel)).toEqual([
    'Saturday and Sunday₹350 / hr, ₹413.00 with tax',
    'All other times₹500 / hr, ₹590.00 with tax',
  ]);
  await act(async () => press(panel, 'Set prices by time'));
  expect(effects.desk.setRates.mock.lastCall?.[0]).toMatchObject({
    id: String(room.id),
    version: '4',
    'rate 0 weekday 5': '1',
    'rate 0 weekday 6': '1',
    'rate 0 start': '0',
    'rate 0 end': '48',
    'rate 0 price': '350',
  });
});

test.each(['0', '501', '500.01', 'cheap', ''])(
  'a price of "%s" is not sent and stays in its field',
  async (price) => {
    const { effects, panel } = await openRoom();
    press(panel, 'Add a price');
    type(panel, price);
    await act(async () => press(panel, 'Set prices by time'));
    expect(effects.desk.setRates).not.toHaveBeenCalled();
    expect(panel.getByText(/must be whole, even rupees/)).toBeTruthy();
    expect(panel.getByLabelText<HTMLInputElement>(/^Price per hour/).value).toBe(price);
  },
);

test('two prices for the same time are refused with the times of the other one', async () => {
  const rates = [{ weekdays: [5, 6], start: 0, end: 48, pricePerHour: 350_00 }];
  const { effects, panel } = await openRoom({ rates });
  press(panel, 'Add a price');
  const second = within(panel.getByRole('group', { name: 'Price 2' }));
  fireEvent.click(second.getByRole('checkbox', { name: 'Sunday' }));
  type(second, '800');
  await act(async () => press(panel, 'Set prices by time'));
  expect(effects.desk.setRates).not.toHaveBeenCalled();
  expect(
    panel.getByText('Two prices for the same time: another one is for Saturday and Sunday'),
  ).toBeTruthy();
  press(panel, 'Remove price 1');
  await act(async () => press(panel, 'Set prices by time'));
  expect(effects.desk.setRates.mock.lastCall?.[0]).toMatchObject({ 'rate 1 price': '800' });
  expect(effects.desk.setRates.mock.lastCall?.[0]).not.toHaveProperty('rate 0 price');
});

test('a refusal of the server keeps what was typed', async () => {
  const { effects, panel } = await openRoom();
  effects.desk.setRates.mockRejectedValueOnce(
    new Failure(400, 'bad-input', '', { fields: { rates: 'must not overlap' } }),
  );
  press(panel, 'Add a price');
  type(panel, '350');
  await act(async () => press(panel, 'Set prices by time'));
  expect(panel.getByText('Prices must not overlap')).toBeTruthy();
  expect(panel.getByLabelText<HTMLInputElement>(/^Price per hour/).value).toBe('350');
});

test('prices of a later day are shown, are edited first, and can be removed', async () => {
  const rates = [{ weekdays: [0], start: 36, end: 44, pricePerHour: 800_00 }];
  const { effects, panel } = await openRoom({ laterRates: [{ fromDay: '2026-01-01', rates }] });
  expect(panel.getByLabelText<HTMLInputElement>(/^Price per hour/).value).toBe('800');
  await act(async () => press(panel, 'Remove From 1 January 2026: Monday, 6:00–10:00 PM: ₹800 / hr'));
  expect(effects.desk.removeRates.mock.lastCall?.[0]).toEqual({
    id: String(room.id),
    version: '4',
    fromDay: '2026-01-01',
  });
});
