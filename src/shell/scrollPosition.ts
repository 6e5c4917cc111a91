import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { sessionStore } from '../effects/browserStorage.ts';

const STORE = 'litrooms-scroll';
/** Entries of the history that are remembered, the last ones. */
const MAX_ENTRIES = 50;
/** How visitors say that they would rather be elsewhere on the page. */
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

/** Scrolls to a place as soon as the page reaches down to it, unless the visitor moves first; returns how to stop. */
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
 * Going back or forward, and reloading, leads to where one was on the page. The browser's own way to do so looks for the
 * place before the page and what it loads are there.
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
    // Without a place, the top; but whoever arrives from outside may have been led to a part of the page.
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
