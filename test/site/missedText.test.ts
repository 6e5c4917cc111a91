import { describe, expect, test } from 'vitest';
import { missedText } from '../../src/bookings/missedText.ts';

const missed = { range: { start: 20, end: 22 }, lost: [20, 21], kept: null, hasStarted: false };

describe('times that cannot be booked', () => {
  test('are not called booked, because they may only be held', () => {
    expect(missedText(missed)).toBe(
      '10:00–11:00 AM is no longer free: someone else has booked or is holding it.',
    );
  });

  test('are called free when they are offered again, and never “no longer free” as well', () => {
    expect(missedText(missed, true)).toBe('10:00–11:00 AM is free again.');
  });

  test('are never called free after their start', () => {
    expect(missedText({ ...missed, hasStarted: true }, true)).toContain('has started');
  });
});
