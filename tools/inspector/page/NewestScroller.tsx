import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { MomentContext } from './shownMoment.ts';

/** A distance from the end that still counts as the end, in pixels. */
const END_TOLERANCE = 24;

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** A list that grows at its end: it scrolls to the newest entry and the tip of its arrow, unless the user has scrolled away. */
export function NewestScroller({ name, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const isPast = use(MomentContext).moment !== null;

  const scrollToEnd = () => {
    const { current } = ref;
    if (!current) return;
    current.scrollTop = current.scrollHeight;
    const tip = [...current.querySelectorAll('.tip')].at(-1)?.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (tip && (tip.left < place.left + place.width / 5 || tip.right > place.right - place.width / 5)) {
      current.scrollLeft += tip.left - place.left - place.width / 2;
    }
  };
  const updateIsAtEnd = () => {
    const { current } = ref;
    if (current) setIsAtEnd(current.scrollHeight - current.scrollTop - current.clientHeight < END_TOLERANCE);
  };
  // Without dependencies: each render may have added an entry.
  useLayoutEffect(() => {
    if (isAtEnd && !isPast) scrollToEnd();
  });

  return (
    <>
      <div
        className="scroller"
        ref={ref}
        onScroll={updateIsAtEnd}
        role="region"
        aria-label={name}
        // oxlint-disable-next-line no-noninteractive-tabindex -- scrolled by the arrow keys
        tabIndex={0}
      >
        {children}
      </div>
      {!isAtEnd && (
        <button type="button" className="newest" onClick={scrollToEnd}>
          ↓ Newest
        </button>
      )}
    </>
  );
}
