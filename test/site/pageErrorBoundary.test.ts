import type { ErrorInfo, ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageLoadError } from '../../src/shell/lazyPage.tsx';
import { PageErrorBoundary } from '../../src/shell/PageErrorBoundary.tsx';

/* React calls the boundary as this test does: with the error, then again to report it. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PAGE = 'the page';
const info: ErrorInfo = { componentStack: '' };

function mountedBoundary() {
  const boundary = new PageErrorBoundary({ children: PAGE });
  boundary.setState = (change: unknown) => {
    const changed = typeof change === 'function' ? change(boundary.state, boundary.props) : change;
    boundary.state = { ...boundary.state, ...changed };
  };
  return {
    /** The page, or what replaces it. The key is another one for a page that is rendered afresh. */
    shown: () => {
      const { key, props } = boundary.render() as ReactElement<{ children?: unknown }>;
      return props.children === PAGE ? `page ${key}` : 'notice';
    },
    fail: (error: Error) => {
      boundary.setState(PageErrorBoundary.getDerivedStateFromError(error));
      boundary.componentDidCatch(error, info);
    },
  };
}

test('a page that fails is rendered afresh once, with new elements', () => {
  const { shown, fail } = mountedBoundary();
  expect(shown()).toBe('page 0');
  fail(new Error('NotFoundError: an extension has moved the text'));
  expect(shown()).toBe('page 1');
});

test('a page that fails again at once is shown as failed, a later failure is a new one', () => {
  const { shown, fail } = mountedBoundary();
  fail(new Error('first'));
  vi.advanceTimersByTime(5001);
  fail(new Error('later'));
  expect(shown()).toBe('page 2');
  vi.advanceTimersByTime(4999);
  fail(new Error('at once'));
  expect(shown()).toBe('notice');
});

test('a page whose code could not be loaded is not rendered afresh: it says so', () => {
  const { shown, fail } = mountedBoundary();
  fail(new PageLoadError(new Error('offline'), () => undefined));
  expect(shown()).toBe('notice');
});
