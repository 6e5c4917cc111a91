// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { BlockOut, MoveProposal } from '../../machines/desk/plan/dayPlan.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { moveFromBlockOutRequestOf } from '../../src/desk/plan/effects.ts';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const range = { start: 20, end: 22 };
const proposal = (nth: number, to: MoveProposal['to']): MoveProposal => ({
  bookingId: `booking-${nth}`,
  reference: `LR-${nth}`,
  sequence: nth,
  who: `Customer ${nth}`,
  roomId: 2,
  roomName: 'Kolam Round',
  day: DESK_DAY,
  range,
  to,
});
const blockOut: BlockOut = {
  id: 'block-out',
  roomId: 2,
  roomName: 'Kolam Round',
  firstDay: DESK_DAY,
  lastDay: DESK_DAY,
  every: 'day',
  range: { start: 18, end: 24 },
  reason: 'New carpet',
  by: 'Divya',
  inTheWay: [
    {
      kind: 'booking',
      id: 'booking-1',
      roomId: 2,
      roomName: 'Kolam Round',
      day: DESK_DAY,
      range,
      who: 'Customer 1',
    },
  ],
  freeSlots: 0,
  version: 0,
  exceptDays: [],
};

const SUBMIT = 'Move the bookings and block the times';

async function openDialog(proposals: readonly MoveProposal[]) {
  const effects = mockDeskEffects();
  effects.desk.blockOuts.mockResolvedValue([blockOut]);
  effects.desk.moveProposals.mockResolvedValue(proposals);
  const actor = createDeskActor(effects).start();
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: ['/desk?view=blocked'],
  });
  await act(async () => {
    renderInApp(actor, <RouterProvider router={router} />);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Move these bookings' }));
  // The dialog's code is loaded when it is opened; until then another dialog stands in its place.
  await screen.findByRole('button', { name: SUBMIT });
  const dialog = within(screen.getByRole('dialog'));
  return { effects, dialog };
}
test('the chosen bookings are sent with the places that were shown, and those without a place are listed', async () => {
  const { effects, dialog } = await openDialog([
    proposal(1, { roomId: 3, roomName: 'Banyan Hall', range }),
    proposal(2, { roomId: 4, roomName: 'Neem Nook', range }),
    proposal(3, null),
  ]);
  expect(await dialog.findByText('→ Banyan Hall, 10:00 AM to 11:00 AM')).toBeTruthy();
  const stuck = within(dialog.getByRole('list', { name: 'Bookings without a free place' }));
  expect(stuck.getByRole('link').getAttribute('href')).toBe(`/desk?date=${DESK_DAY}&booking=booking-3`);
  fireEvent.click(dialog.getByRole('checkbox', { name: /Customer 2/ }));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: SUBMIT })));
  const entry = effects.desk.moveFromBlockOut.mock.lastCall?.[0] ?? {};
  expect(moveFromBlockOutRequestOf(entry)).toEqual({
    id: 'block-out',
    reason: 'New carpet',
    moves: [
      {
        booking_id: 'booking-1',
        sequence: '1',
        mid: '3',
        bdate: DESK_DAY,
        stime: '10:00:00',
        etime: '10:30:00',
        ctime: '11:00:00',
      },
    ],
  });
});

test('nothing is sent without a chosen booking', async () => {
  const { effects, dialog } = await openDialog([proposal(3, null)]);
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: SUBMIT })));
  expect(effects.desk.moveFromBlockOut).not.toHaveBeenCalled();
  expect(dialog.getByText('Choose a booking')).toBeTruthy();
});
