import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { sessionStore } from '../effects/browserStorage.ts';

const STORE = 'litrooms-scroll';
/** The number of history entries with a stored position. */
const MAX_ENTRIES = 50;
/** The events of a visitor's own scrolling. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function recall(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStore.get(STORE) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

function keep(positions: Map<string, number>): void {
  sessionStore.set(STORE, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
}

/** Scrolls to a position once the page is long enough, unless the visitor scrolls first. Returns a function that stops it. */
function returnTo(top: number): () => void {
  const isTallEnough = (): boolean => document.documentElement.scrollHeight - innerHeight >= top;
  if (isTallEnough()) {
    scrollTo(0, top);
    return () => undefined;
  }
  scrollTo(0, 0);
  const growth = new ResizeObserver(() => {
    if (!isTallEnough()) return;
    stop();
    scrollTo(0, top);
  });
  const stop = (): void => {
    growth.disconnect();
    for (const move of OWN_MOVES) removeEventListener(move, stop);
  };
  growth.observe(document.body);
  for (const move of OWN_MOVES) addEventListener(move, stop, { passive: true });
  return stop;
}

/**
 * Restores the scroll position after going back or forward and after reloading. The browser's own restoration runs
 * before the page and its data are there.
 */
export function useScrollPosition(): void {
  const { key, hash } = useLocation();
  const navigationType = useNavigationType();
  const positions = useRef<Map<string, number> | null>(null);

  useEffect(() => {
    const usual = history.scrollRestoration;
    history.scrollRestoration = 'manual';
    const keepAll = (): void => keep(positions.current ?? new Map());
    addEventListener('pagehide', keepAll);
    return () => {
      history.scrollRestoration = usual;
      removeEventListener('pagehide', keepAll);
    };
  }, []);

  useLayoutEffect(() => {
    const isArrival = positions.current === null;
    const known = (positions.current ??= recall());
    // Without a stored position the page starts at the top, unless the URL has a fragment.
    const top = known.get(key) ?? (isArrival ? undefined : 0);
    const stop =
      navigationType === NavigationType.Pop && hash === '' && top !== undefined ? returnTo(top) : undefined;
    const note = (): void => {
      known.delete(key);
      known.set(key, scrollY);
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      stop?.();
      removeEventListener('scroll', note);
    };
  }, [key, hash, navigationType]);
}
