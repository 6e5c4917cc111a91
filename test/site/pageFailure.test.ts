import { expect, test } from 'vitest';
import { isRenderedAfresh } from '../../src/app/errors/PageFailure.tsx';
import { PageLoadError } from '../../src/app/errors/PageLoadError.ts';

const moved = new Error('NotFoundError: an extension has moved the text');

test('a page that fails is rendered afresh once', () => {
  expect(isRenderedAfresh(moved, Number.POSITIVE_INFINITY)).toBe(true);
});

test('a page that fails again at once is shown as failed, a later failure is a new one', () => {
  expect(isRenderedAfresh(moved, 4999)).toBe(false);
  expect(isRenderedAfresh(moved, 5001)).toBe(true);
});

test('a page whose code could not be loaded is not rendered afresh: it says so', () => {
  expect(isRenderedAfresh(new PageLoadError(new Error('offline')), Number.POSITIVE_INFINITY)).toBe(false);
});
