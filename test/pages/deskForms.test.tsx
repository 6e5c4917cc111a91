// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import { actorIn } from '../../machines/engine/system.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const event = {
  id: 7,
  category: 'Training',
  title: 'First aid',
  date: DESK_DAY,
  range: { start: 20, end: 22 },
  place: '',
  summary: '',
  version: 1,
};

/** Opens a section of the desk for an owner. */
async function openDesk(view: string, effects: ReturnType<typeof mockDeskEffects>) {
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role: 'owner', secondFactor: true });
  const actor = createDeskActor(effects).start();
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?view=${view}`],
  });
  await act(async () => {
    renderInApp(actor, <RouterProvider router={router} />);
  });
  return actor;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const titleField = () => screen.getByLabelText<HTMLInputElement>(/^Title/);

test('a row opens the form of its record, which keeps what was typed while somebody else changes the record', async () => {
  const effects = mockDeskEffects();
  effects.eventDesk.events.mockResolvedValue([event]);
  const actor = await openDesk('events', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Change First aid' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Change the event');
  expect(titleField().value).toBe('First aid');
  fireEvent.change(titleField(), { target: { value: 'Second aid' } });

  effects.eventDesk.events.mockResolvedValue([{ ...event, version: 2, title: 'Fire safety' }]);
  await act(async () => actorIn(actor.system, 'deskEvents')?.send({ type: 'resource.refreshed' }));
  expect(await screen.findByText('Fire safety')).toBeTruthy();
  expect(titleField().value).toBe('Second aid');

  await act(async () => press('Save the event'));
  expect(effects.eventDesk.save.mock.lastCall?.[0]).toMatchObject({
    id: '7',
    version: '1',
    title: 'Second aid',
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the form of a new record starts empty, and "Not now" closes it', async () => {
  const effects = mockDeskEffects();
  effects.eventDesk.events.mockResolvedValue([event]);
  await openDesk('events', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Add an event' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('');
  await act(async () => press('Not now'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a form on a page shows its record, sends its version, and can be sent again with the next one', async () => {
  const effects = mockDeskEffects();
  const { details, texts } = await effects.desk.business(new AbortController().signal);
  await openDesk('business', effects);
  const name = await screen.findByLabelText<HTMLInputElement>(/^Legal name/);
  expect(name.value).toBe(details.name);
  fireEvent.change(name, { target: { value: 'Lit Rooms Private Limited' } });
  effects.desk.business.mockResolvedValue({
    details: { ...details, name: 'Lit Rooms Private Limited', version: 1 },
    texts,
  });
  await act(async () => press('Save the details'));
  expect(effects.desk.saveBusiness.mock.lastCall?.[0]).toMatchObject({ version: '0' });
  await act(async () => press('Save the details'));
  expect(effects.desk.saveBusiness.mock.lastCall?.[0]).toMatchObject({
    version: '1',
    name: 'Lit Rooms Private Limited',
  });
});
