import { expect, test } from 'vitest';
import { whatsAppLink } from '../../../domain/bookings/sharedBooking.ts';
import { bookingText, paymentLinkText } from '../../../domain/bookings/textToCustomer.ts';

const amount = { with: 'card', amount: 118472 } as const;
const times = { roomName: 'Kolam Round', day: '2026-12-08', range: { start: 20, end: 24 } };

test('a booking is confirmed with its reference, room, time and address', () => {
  expect(
    bookingText({
      ...times,
      amount,
      reference: 'A1B2-C3D4',
      address: '2 Usman Road, Chennai 600017',
    }),
  ).toBe(
    [
      'Litrooms: your booking A1B2-C3D4 is confirmed.',
      'Kolam Round, Tuesday 8 December 2026, 10:00 AM to 12:00 PM',
      '2 Usman Road, Chennai 600017',
      'Price: ₹1,184.72',
    ].join('\n'),
  );
  const points = { with: 'points', amount: 3 } as const;
  const withoutAddress = bookingText({ ...times, amount: points, reference: 'A1B2-C3D4', address: '' });
  expect(withoutAddress.split('\n').slice(2)).toEqual(['Price: 1.5 points']);
});

test('a payment link has the price, the room, the time and the deadline', () => {
  const link = { url: 'https://rzp.io/i/abc', until: '2026-12-01T04:30:00.000Z', paise: 118472 };
  expect(paymentLinkText('booking', { ...times, ...link })).toBe(
    [
      'Litrooms: please pay ₹1,184.72 for your booking.',
      'Kolam Round, Tuesday 8 December 2026, 10:00 AM to 12:00 PM',
      'Pay here until 1 December 2026, 10:00 AM: https://rzp.io/i/abc',
    ].join('\n'),
  );
  expect(paymentLinkText('extension', { ...times, ...link }).split('\n')[0]).toBe(
    'Litrooms: please pay ₹1,184.72 to extend your booking.',
  );
});

test('a series has a line for each date', () => {
  const dates = ['2026-12-08', '2026-12-15'].map((day) => ({ ...times, day, amount }));
  const lines = [
    'Kolam Round, Tuesday 8 December 2026, 10:00 AM to 12:00 PM',
    'Kolam Round, Tuesday 15 December 2026, 10:00 AM to 12:00 PM',
  ];
  expect(bookingText({ ...times, amount, dates, reference: 'A1B2-C3D4', address: '' }).split('\n')).toEqual([
    'Litrooms: your 2 bookings are confirmed. Reference A1B2-C3D4.',
    ...lines,
    'Price: ₹2,369.44',
  ]);
  const link = { url: 'https://rzp.io/i/abc', until: '2026-12-01T04:30:00.000Z', paise: 236944 };
  expect(
    paymentLinkText('booking', { ...times, dates, ...link })
      .split('\n')
      .slice(0, 3),
  ).toEqual(['Litrooms: please pay ₹2,369.44 for your 2 bookings.', ...lines]);
});

test('WhatsApp opens with the text, for a phone number or to choose the receiver', () => {
  expect(whatsAppLink('a b\n₹', '+91 98400-12345')).toBe('https://wa.me/919840012345?text=a%20b%0A%E2%82%B9');
  expect(whatsAppLink('a+b')).toBe('https://wa.me/?text=a%2Bb');
});
