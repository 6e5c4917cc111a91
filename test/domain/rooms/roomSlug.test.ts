import { expect, test } from 'vitest';
import { similarRooms, roomBySlug, roomSlug, slugOf } from '../../../domain/rooms/roomSlug.ts';
import { roomNameFromPath, roomPath, roomSlugFromPath } from '../../../domain/content/sitePaths.ts';

const rooms = ['Marina Huddle', 'Kolam Round', 'Signal Room', 'Kolam  Round!', 'Booking'].map(
  (roomName, i) => ({
    id: i + 1,
    roomName,
  }),
);

test('a room name becomes a path segment', () => {
  expect(slugOf('Marina Huddle')).toBe('marina-huddle');
  expect(slugOf(' T. Nagar – Café №2 ')).toBe('t-nagar-cafe-no2');
  expect(slugOf('அறை')).toBe('room');
});

test('every room has a unique path, even when its name is that of another room or of a page', () => {
  const slugs = rooms.map((room) => roomSlug(room, rooms));
  expect(slugs).toEqual(['marina-huddle', 'kolam-round', 'signal-room', 'kolam-round-4', 'booking-5']);
  for (const [i, slug] of slugs.entries()) {
    expect(roomBySlug(slug, rooms)).toBe(rooms[i]);
    expect(roomSlugFromPath(roomPath(slug))).toBe(slug);
  }
  expect(roomBySlug('kolam', rooms)).toBeUndefined();
});

test('only the path of a room’s page has a slug', () => {
  for (const path of [
    '/meeting-room/booking',
    '/meeting-room',
    '/meeting-room/',
    '/meeting-room/a/b',
    '/blog/a',
  ]) {
    expect(roomSlugFromPath(path)).toBeNull();
  }
  expect(roomSlugFromPath(`/meeting-room/${'a-'.repeat(200)}a`)).toBeNull();
});

test('the room name is decoded from a path whose last segment is not a slug', () => {
  const read = ['Kolam%20Round', '%3Cscript%3E', 'kolam-round'].map((part) =>
    roomNameFromPath(roomPath(part)),
  );
  expect(read).toEqual(['Kolam Round', '<script>', 'kolam-round']);
  for (const path of ['/meeting-room/%E0%A4%A', '/meeting-room/a/b', '/meeting-room/booking', '/blog/a']) {
    expect(roomNameFromPath(path)).toBeNull();
  }
});

test('the rooms whose names are most similar to a wrong address come first', () => {
  expect(
    similarRooms('kollam-rund', rooms)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual([2, 4]);
  expect(similarRooms('x', rooms)).toHaveLength(3);
  expect(similarRooms('marina-hudle', rooms)[0]?.id).toBe(1);
});

test('rooms are similar by pairs of letters in relation to the length of their names', () => {
  const named = (...names: string[]) => names.map((roomName, id) => ({ id, roomName }));
  const mostSimilar = (slug: string, ...names: string[]) => similarRooms(slug, named(...names))[0]?.roomName;
  expect(mostSimilar('kolam', 'Kolam Round Table For Twelve', 'Kolam')).toBe('Kolam');
  expect(mostSimilar('ab', 'xb', 'abcdefgh')).toBe('abcdefgh');
});
