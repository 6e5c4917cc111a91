import { expect, test } from 'vitest';
import { sharedBooking, whatsAppLink } from '../../../domain/bookings/sharedBooking.ts';

const address = {
  floor: 'Second floor',
  buildingNo: '12',
  streetName: 'Khader Nawaz Khan Road',
  areaName: 'Nungambakkam',
  city: 'Chennai',
  pincode: '600006',
};
const text = sharedBooking({
  roomName: 'Kolam Round & Co',
  date: '2025-11-24',
  range: { start: 20, end: 22 },
  address,
});

test('guests get the room, the time, the place with a map, and how to get in', () => {
  expect(text.split('\n')).toEqual([
    'Kolam Round & Co at Litrooms',
    'Monday 24 November 2025, 10:00 AM to 11:00 AM, Chennai time',
    'Second floor, 12, Khader Nawaz Khan Road, Nungambakkam, Chennai\u00a0600006',
    expect.stringMatching(/^Map: https:\/\/www\.google\.com\/maps\//),
    expect.stringMatching(/^How to get in: Go to reception/),
  ]);
  // Neither money nor the reference, with which somebody else could ask for the room.
  expect(text).not.toMatch(/₹|LR-|my-bookings/);
});

test('the link to WhatsApp carries the whole text', () => {
  expect(new URL(whatsAppLink(text)).searchParams.get('text')).toBe(text);
});
