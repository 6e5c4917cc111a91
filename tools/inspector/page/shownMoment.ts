import { createContext, type RefObject, use, useLayoutEffect, useRef } from 'react';

export interface ShownMoment {
  /** Key of the event; null for the newest. */
  readonly moment: number | null;
  readonly show: (key: number) => void;
}

export const MomentContext = createContext<ShownMoment>({ moment: null, show: () => undefined });

/** Whether an event is the one whose state is shown. Its line is then scrolled into view. */
export function useIsShownMoment(key: number): [isShown: boolean, line: RefObject<HTMLLIElement | null>] {
  const { moment } = use(MomentContext);
  const line = useRef<HTMLLIElement>(null);
  const isShown = moment === key;
  useLayoutEffect(() => {
    if (isShown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return [isShown, line];
}
