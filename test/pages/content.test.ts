// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { room } from '../fixtures/booking.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

/** Rooms for 12 and 50 people. */
function effectsOfRooms() {
  const effects = mockEffects();
  effects.rooms.list.mockResolvedValue([
    { ...room, id: 1, roomName: 'Kolam Round', roomCapacity: 12 },
    { ...room, id: 2, roomName: 'Sabha Hall', roomCapacity: 50 },
  ]);
  return effects;
}

const headcount = () => screen.findByLabelText<HTMLInputElement>('Headcount');

test('Learn more on the home page leads to the about page', async () => {
  const path = await openPage('/');
  fireEvent.click(await screen.findByRole('link', { name: /^Learn more/ }));
  await screen.findByRole('heading', { level: 1, name: 'About Us' });
  expect(path()).toBe('/about-us');
});

test('a kind of room on the home page leads to the search with its headcount, which can be changed', async () => {
  const path = await openPage('/', effectsOfRooms());
  fireEvent.click(await screen.findByRole('link', { name: /^Halls/ }));
  await screen.findByRole('heading', { name: '1 room for 50 people' });
  expect(screen.getAllByRole('article')).toEqual([screen.getByRole('article', { name: 'Sabha Hall' })]);
  expect((await headcount()).value).toBe('50');
  // The headcount is no part of the address: a reload would return to it after the visitor has changed it.
  expect(path()).toBe('/meeting-room');
  fireEvent.change(await headcount(), { target: { value: '10' } });
  expect((await headcount()).value).toBe('10');
});

test('a feature that does not exist yet is marked, and a click on it does nothing', async () => {
  const path = await openPage('/blog');
  fireEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  for (const name of ['My Events (not available yet)', 'B2B Connect (not available yet)']) {
    const link = menu.getByRole('link', { name });
    expect(link.getAttribute('aria-disabled')).toBe('true');
    within(link).getByText('Soon');
    fireEvent.click(link);
    expect(path()).toBe('/blog');
  }
});

test('the about page names five reasons and the five parts of the business', async () => {
  await openPage('/about-us');
  const reasons = within(await screen.findByRole('region', { name: 'Why Litrooms' }));
  expect(reasons.getAllByRole('listitem')).toHaveLength(5);
  const services = within(screen.getByRole('region', { name: /^Five kinds of help/ }));
  for (const name of [
    'Marketplace and networking',
    'HR support',
    'Meeting and studio booking',
    'Digital marketing and transformation',
    'Business travel and conferences',
  ]) {
    services.getByRole('heading', { name });
  }
});

test('the events page’s search box takes text and does nothing else', async () => {
  const path = await openPage('/event-training');
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events and training' });
  fireEvent.change(box, { target: { value: 'chairing in two languages' } });
  // Without a form, Enter sends nothing.
  expect(box.form).toBeNull();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(box.value).toBe('chairing in two languages');
  expect(path()).toBe('/event-training');
});

test('the footer has the links of the specification', async () => {
  await openPage('/about-us');
  const footer = within(await screen.findByRole('contentinfo'));
  const address = (section: string, name: string) =>
    within(footer.getByRole('navigation', { name: section }))
      .getByRole('link', { name })
      .getAttribute('href');
  for (const [name, path] of [
    ['Home', '/'],
    ['About Us', '/about-us'],
    ['Blogs', '/blog'],
    ['Contact Us', '/about-us#contact'],
  ] as const) {
    expect(address('Quick Links', name)).toBe(path);
  }
  expect(address('Features', 'Meeting Rooms')).toBe('/meeting-room');
  expect(address('Features', 'Event & Training')).toBe('/event-training');
  expect(address('Features', 'B2B Connect (not available yet)')).toBeNull();
  for (const name of ['Web Hosting', 'Web Development', 'Digital Marketing', 'AI Consulting']) {
    expect(address('Other Services', name)).toMatch(/^https:/);
  }
  for (const name of ['Instagram', 'YouTube', 'Facebook', 'LinkedIn', 'X']) {
    const link = footer.getByRole('link', { name: `${name} (opens in a new tab)` });
    expect(link.getAttribute('href')).toMatch(/^https:/);
  }
  footer.getByText(/© 2025 Litrooms/);
  footer.getByText(/Developed by/);
});

test.each(['/nowhere', '/blog/1/2', '/about-us/nowhere'])(
  'the unknown address %s shows links to other pages',
  async (address) => {
    const path = await openPage(address);
    await screen.findByRole('heading', { level: 1, name: 'There is no room behind this door' });
    await waitFor(() => expect(document.title).toMatch(/^Page not found/));
    fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Find a meeting room' }));
    await waitFor(() => expect(path()).toBe('/meeting-room'));
  },
);
