// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ComingEvent } from '../../machines/content/events/events.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { messages } from '../../domain/text/messages.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

/* The coming events of the events page, and the page of an event. */

withPages();

const coffee: ComingEvent = {
  id: 7,
  category: 'Networking',
  title: 'Founders over filter coffee',
  date: '2025-12-04',
  range: { start: 36, end: 48 },
  place: 'Athangudi Lounge',
  summary: 'Ten founders, ten minutes each',
};
const training: ComingEvent = {
  ...coffee,
  id: 8,
  category: 'Training',
  title: 'Chairing in two languages',
  date: null,
  range: null,
  place: '',
  summary: '',
};

function effectsOf(...events: readonly ComingEvent[]) {
  const effects = mockEffects();
  effects.events.coming.mockResolvedValue(events);
  effects.events.event.mockImplementation(async (id) => {
    const found = events.find((event) => String(event.id) === id);
    if (!found) throw new Failure(404, 'not-found');
    return found;
  });
  return effects;
}

test('the coming events are below the sentence of the events page, and the search box finds them', async () => {
  await openPage('/event-training', effectsOf(coffee, training));
  await screen.findByText(messages.events.underDevelopment);
  const list = within(await screen.findByRole('region', { name: 'Coming events' }));
  const titles = () => list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles()).toEqual([coffee.title, training.title]);
  list.getByText('Thursday 4 December 2025');
  list.getByText('6:00 PM to midnight, Athangudi Lounge');
  list.getByText('Date to be announced');
  screen.getByText('2 coming events below');
  const box = screen.getByRole('searchbox', { name: 'Search events and training' });
  fireEvent.change(box, { target: { value: 'TWO languages' } });
  expect(titles()).toEqual([training.title]);
  screen.getByText('1 of 2 coming events below');
  fireEvent.change(box, { target: { value: 'cricket' } });
  list.getByText('No coming event matches the search.');
});

test('a failure to load the events is shown, and a retry shows them', async () => {
  const effects = effectsOf(coffee);
  effects.events.coming.mockRejectedValueOnce(new Failure(500, 'internal'));
  await openPage('/event-training', effects);
  await screen.findByText('The coming events could not be loaded.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: coffee.title });
  expect(effects.events.coming).toHaveBeenCalledTimes(2);
});

test('an event has a page, from which an enquiry about it begins', async () => {
  const path = await openPage('/event-training', effectsOf(coffee, training));
  fireEvent.click(await screen.findByRole('link', { name: coffee.title }));
  await screen.findByRole('heading', { name: coffee.title, level: 1 });
  expect(path()).toBe('/event-training/7');
  screen.getByText('Thursday 4 December 2025');
  screen.getByText('6:00 PM to midnight');
  screen.getByText('Athangudi Lounge');
  fireEvent.click(screen.getByRole('link', { name: 'Enquire about this event' }));
  const message = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Anything else/ });
  expect(path()).toBe('/');
  expect(message.value).toBe(`About the event “${coffee.title}”, Thursday 4 December 2025`);
  expect(screen.getByRole('combobox', { name: /^Looking for/ }).textContent).toBe('EVENTS');
});

test('an enquiry about an event keeps what was typed, and names the event once', async () => {
  const path = await openPage('/event-training/7', effectsOf(coffee));
  const begin = async () => {
    fireEvent.click(await screen.findByRole('link', { name: 'Enquire about this event' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Anything else/ });
  };
  const first = await begin();
  const text = `${first.value}\nWe are twelve`;
  fireEvent.change(first, { target: { value: text } });
  fireEvent.click(screen.getAllByRole('link', { name: /^Event & Training/ })[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('link', { name: coffee.title }));
  expect((await begin()).value).toBe(text);
  expect(path()).toBe('/');
});

test.each(['/event-training/9', '/event-training/coffee', '/event-training/0'])(
  'there is no event at %s',
  async (path) => {
    const effects = effectsOf(coffee);
    await openPage(path, effects);
    await screen.findByRole('heading', { name: 'There is no such event' });
    await waitFor(() => screen.getByRole('link', { name: 'All events' }));
    expect(effects.events.event).toHaveBeenCalledTimes(path.endsWith('9') ? 1 : 0);
  },
);
