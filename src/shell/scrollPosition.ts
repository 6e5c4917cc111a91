import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { sessionStore } from '../effects/browserStorage.ts';

const STORAGE_KEY = 'litrooms-scroll';
/** The maximum number of history entries with a stored position. */
const MAX_ENTRIES = 50;
/** The events by which a visitor scrolls. */
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function loadPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStore.get(STORAGE_KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

function savePositions(positions: Map<string, number>): void {
  sessionStore.set(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
}

/** True when the document was opened by an address or a link, not by a reload, Back or Forward. */
const isOpenedByAddress = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
  'navigate';

/** Scrolls to a position once the page is long enough, unless the visitor scrolls first. Returns a function that stops it. */
function restorePosition(top: number): () => void {
  const isTallEnough = (): boolean => document.documentElement.scrollHeight - innerHeight >= top;
  if (isTallEnough()) {
    scrollTo(0, top);
    return () => undefined;
  }
  scrollTo(0, 0);
  const observer = new ResizeObserver(() => {
    if (!isTallEnough()) return;
    stop();
    scrollTo(0, top);
  });
  const stop = (): void => {
    observer.disconnect();
    for (const move of USER_SCROLL_EVENTS) removeEventListener(move, stop);
  };
  observer.observe(document.body);
  for (const move of USER_SCROLL_EVENTS) addEventListener(move, stop, { passive: true });
  return stop;
}

/**
 * Restores the scroll position after Back, Forward and a reload. The browser's restoration is switched off, because it runs
 * before the page and its data are loaded.
 */
export function useScrollPosition(): void {
  const { key, hash, pathname } = useLocation();
  const navigationType = useNavigationType();
  const positions = useRef<Map<string, number> | null>(null);

  useEffect(() => {
    const previous = history.scrollRestoration;
    history.scrollRestoration = 'manual';
    const saveAll = (): void => savePositions(positions.current ?? new Map());
    addEventListener('pagehide', saveAll);
    return () => {
      history.scrollRestoration = previous;
      removeEventListener('pagehide', saveAll);
    };
  }, []);

  useLayoutEffect(() => {
    const isFirstPage = positions.current === null;
    const known = (positions.current ??= loadPositions());
    // The first page of every document has the same key, so its path tells it from the others.
    const entry = `${key} ${pathname}`;
    if (isFirstPage && isOpenedByAddress()) known.delete(entry);
    // Without a stored position the page starts at the top, unless the URL has a fragment.
    const top = known.get(entry) ?? (isFirstPage ? undefined : 0);
    const stop =
      navigationType === NavigationType.Pop && hash === '' && top !== undefined
        ? restorePosition(top)
        : undefined;
    const recordPosition = (): void => {
      known.delete(entry);
      known.set(entry, scrollY);
    };
    addEventListener('scroll', recordPosition, { passive: true });
    return () => {
      stop?.();
      removeEventListener('scroll', recordPosition);
    };
  }, [key, pathname, hash, navigationType]);
}
