import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { MomentContext } from './momentsShown.ts';

/** So near to the end, in pixels, still counts as there. */
const NEAR = 24;

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** Keeps the newest, and the tip of its arrow, visible in a list that grows at its end, unless the person has scrolled away from there. */
export function NewestScroller({ name, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const isPast = use(MomentContext).moment !== null;

  const toEnd = () => {
    const { current } = ref;
    if (!current) return;
    current.scrollTop = current.scrollHeight;
    const tip = [...current.querySelectorAll('.tip')].at(-1)?.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (tip && (tip.left < place.left + place.width / 5 || tip.right > place.right - place.width / 5)) {
      current.scrollLeft += tip.left - place.left - place.width / 2;
    }
  };
  const look = () => {
    const { current } = ref;
    if (current) setIsAtEnd(current.scrollHeight - current.scrollTop - current.clientHeight < NEAR);
  };
  // Whenever there may be more to show.
  useLayoutEffect(() => {
    if (isAtEnd && !isPast) toEnd();
  });

  return (
    <>
      <div
        className="scroller"
        ref={ref}
        onScroll={look}
        role="region"
        aria-label={name}
        // oxlint-disable-next-line no-noninteractive-tabindex -- scrolled by the arrow keys
        tabIndex={0}
      >
        {children}
      </div>
      {!isAtEnd && (
        <button type="button" className="newest" onClick={toEnd}>
          ↓ Newest
        </button>
      )}
    </>
  );
}
