// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffRole } from '../../domain/account/roles.ts';
import { setupSteps, type SetupStep } from '../../domain/content/setupSteps.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { dataChanged } from '../../machines/engine/topics.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const stateOf = (done: readonly SetupStep[]) =>
  setupSteps.map((step) => ({ step, done: done.includes(step) }));

async function openDesk(effects: ReturnType<typeof mockDeskEffects>, role: StaffRole = 'owner', query = '') {
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Omana', role, secondFactor: true });
  const desk = createDeskActor(effects).start();
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk${query}`],
  });
  await act(async () => {
    renderInApp(desk, <RouterProvider router={router} />);
  });
  return desk;
}
const checklist = () => screen.queryByRole('region', { name: 'Until the first booking' });

test('an owner sees what is left until the first booking, each with its section, and nothing when all is done', async () => {
  const effects = mockDeskEffects();
  effects.desk.setup.mockResolvedValue(stateOf(['business', 'room']));
  const desk = await openDesk(effects);
  const list = checklist() as HTMLElement;
  expect(list.textContent).toContain('2 of 6 steps are done.');
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  ).toEqual([
    'Set the opening hours /desk?view=rooms',
    'Invite the staff /desk?view=team',
    'Connect the payment provider /desk?view=payments',
    'Take the first booking /desk',
  ]);
  expect(
    within(list)
      .getAllByRole('listitem')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Enter the details of the business, done', 'Publish a room, done']);

  effects.desk.setup.mockResolvedValue(stateOf(setupSteps));
  await act(async () => desk.send(dataChanged('rooms')));
  expect(effects.desk.setup).toHaveBeenCalledTimes(2);
  expect(checklist()).toBeNull();
});

test('the demo has no steps', async () => {
  const demo = mockDeskEffects();
  await openDesk(demo);
  expect(demo.desk.setup).toHaveBeenCalled();
  expect(checklist()).toBeNull();
});

test('a failure of the call leaves the day plan', async () => {
  const effects = mockDeskEffects();
  effects.desk.setup.mockRejectedValue(new Failure(503, 'unavailable'));
  await openDesk(effects);
  expect(checklist()).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Day plan');
});

test.each([
  ['manager', ''],
  ['owner', '?view=money'],
] as const)('it is not shown to a %s at /desk%s', async (role, query) => {
  const effects = mockDeskEffects();
  effects.desk.setup.mockResolvedValue(stateOf([]));
  await openDesk(effects, role, query);
  expect(checklist()).toBeNull();
  expect(effects.desk.setup).not.toHaveBeenCalled();
});
