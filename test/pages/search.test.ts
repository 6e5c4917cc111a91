// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays, dateAt, fullDate } from '../../domain/time/calendar.ts';
import { formatDayFirst } from '../../domain/time/typedDate.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { DATE, NOON, otherRoom, room, TODAY } from '../fixtures/booking.ts';
import { mockEffects, type MockEffects } from '../machines/startApp.ts';
import { alertWith, openPage, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

/** A room for 4 people and one for 50; 9:00 is taken in both. */
function effectsOfRooms(): MockEffects {
  const effects = mockEffects();
  effects.rooms.list.mockResolvedValue([room, { ...otherRoom, roomCapacity: 50 }]);
  return effects;
}

/** Opens the rooms for two people on DATE from 10:00 on. */
const openSearch = (effects = effectsOfRooms(), more = '') =>
  openPage(`/meeting-room?date=${DATE}&headcount=2&start=10%3A00${more}`, effects);

const card = async (name = room.roomName) => within(await screen.findByRole('article', { name }));
const slot = async (range: string) =>
  (await card()).findByRole('gridcell', { name: new RegExp(`^${range},`) });
const isChosen = (cell: HTMLElement) => cell.getAttribute('aria-selected') === 'true';

const date = () => screen.findByLabelText<HTMLInputElement>('Date');
const enterDate = async (day: string) =>
  fireEvent.change(await date(), { target: { value: formatDayFirst(day) } });
const viewSlots = () => fireEvent.click(screen.getByRole('button', { name: 'View Slots' }));
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('a press of a taken slot says slot-unavailable and chooses nothing', async () => {
  await openSearch();
  const taken = await (await card()).findByRole('gridcell', { name: '9:00 to 9:30 AM, taken' });
  expect(taken.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(taken);
  await screen.findByText('slot-unavailable');
  expect(isChosen(taken)).toBe(false);
});

test('a slot that is not adjacent starts a new selection; a chosen one becomes the only one', async () => {
  await openSearch();
  for (const [range, selection] of [
    ['10:00 to 10:30 AM', '10:00 AM – 10:30 AM'],
    ['10:30 to 11:00 AM', '10:00 AM – 11:00 AM'],
    ['10:00 to 10:30 AM', '10:00 AM – 10:30 AM'],
    ['12:00 to 12:30 PM', '12:00 PM – 12:30 PM'],
  ] as const) {
    fireEvent.click(await slot(range));
    expect(await (await card()).findByText(new RegExp(selection))).toBeTruthy();
  }
});

test('headcount hides rooms that are too small', async () => {
  await openSearch();
  await card();
  fireEvent.change(screen.getByLabelText('Headcount'), { target: { value: '50' } });
  viewSlots();
  await waitFor(() => expect(screen.queryByRole('article', { name: room.roomName })).toBeNull());
  await card(otherRoom.roomName);
});

test('a changed search hides what was found until it is updated or changed back', async () => {
  await openSearch();
  fireEvent.click(await slot('10:00 to 10:30 AM'));
  expect(screen.queryByText(/You have changed the search/)).toBeNull();
  const later = addDays(DATE, 3);
  await enterDate(later);
  const notice = (await screen.findByText(/You have changed the search/)).closest('[role="status"]');
  expect(notice?.textContent).toContain(fullDate(DATE));
  expect(screen.queryByRole('article')).toBeNull();

  await enterDate(DATE);
  await (await card()).findByText(/10:00 AM – 10:30 AM/);
  expect(screen.queryByText(/You have changed the search/)).toBeNull();

  await enterDate(later);
  fireEvent.click(await screen.findByRole('button', { name: 'Update rooms' }));
  await (await card()).findByRole('grid', { name: new RegExp(fullDate(later)) });
  expect(screen.queryByText(/You have changed the search/)).toBeNull();
});

test('a text that is not a date has an error, stays, and is replaced by a pressed day', async () => {
  await openPage('/meeting-room', effectsOfRooms());
  fireEvent.change(await date(), { target: { value: '31/02/2027' } });
  viewSlots();
  const field = await date();
  await waitFor(() => expect(descriptionOf(field)).toContain('Choose a date'));
  expect(field.value).toBe('31/02/2027');
  fireEvent.click(screen.getByRole('button', { name: 'Tomorrow' }));
  expect(field.value).toBe(formatDayFirst(addDays(TODAY, 1)));
});

test.each([
  ['behind', -2],
  ['ahead', 2],
])('today is the server’s on a computer whose clock is days %s', async (_direction, days) => {
  const effects = effectsOfRooms();
  const serverNow = NOON - days * 86_400_000;
  const today = dateAt(serverNow);
  effects.clock.now = () => serverNow;
  await openPage('/meeting-room', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Today' }));
  viewSlots();
  const field = await date();
  expect(field.value).toBe(formatDayFirst(today));
  await (await card()).findByRole('grid', { name: new RegExp(fullDate(today)) });
  await enterDate(addDays(today, -1));
  viewSlots();
  await waitFor(() => expect(descriptionOf(field)).toContain('Choose today or a later date'));
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('prerendered rooms stay when they cannot be refreshed', async () => {
  const effects = effectsOfRooms();
  effects.rooms.list.mockRejectedValueOnce(new Failure(503, 'unavailable', 'Please try again'));
  await openPage('/meeting-room', effects, { rooms: { key: 'chennai', data: [room] } });
  const alert = within(await alertWith('The list of rooms could not be refreshed'));
  await card();
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The list of rooms could not be refreshed')).toBeNull());
  await card(otherRoom.roomName);
});

test('a search that fails keeps the usual order and can be made again', async () => {
  const effects = effectsOfRooms();
  effects.rooms.search.mockRejectedValueOnce(new Failure(503, 'unavailable', 'Back in a moment'));
  effects.rooms.search.mockResolvedValue([
    { roomId: 2, match: 'free' },
    { roomId: 1, match: 'other-time' },
  ]);
  await openSearch(effects, '&duration=120');
  const alert = within(await alertWith('The free rooms could not be listed first'));
  const first = () => within(screen.getAllByRole('article')[0] as HTMLElement);
  first().getByRole('heading', { name: room.roomName });
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => first().getByRole('heading', { name: otherRoom.roomName }));
  await waitFor(() => expect(screen.queryByText('The free rooms could not be listed first')).toBeNull());
});
