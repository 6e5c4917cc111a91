import { createContext, type RefObject, use, useLayoutEffect, useRef } from 'react';

/** The event after which everything is shown, and how to choose another. */
export interface MomentsShown {
  /** Null for the newest. */
  readonly moment: number | null;
  readonly show: (key: number) => void;
}

export const MomentContext = createContext<MomentsShown>({ moment: null, show: () => undefined });

/** Whether an event is the one after which everything is shown; its line then comes into view. */
export function useIsShownMoment(key: number): [isShown: boolean, line: RefObject<HTMLLIElement | null>] {
  const { moment } = use(MomentContext);
  const line = useRef<HTMLLIElement>(null);
  const isShown = moment === key;
  useLayoutEffect(() => {
    if (isShown) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return [isShown, line];
}
