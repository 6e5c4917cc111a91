import { type ComponentProps, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A section that a link of another page may target, such as '/#plan'. The browser scrolls by itself only within a loaded
 * page.
 */
export function AnchorSection({ id, ...section }: { id: string } & ComponentProps<'section'>) {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const shownFor = useRef<string | null>(null);
  const part = useRef<HTMLElement>(null);

  useEffect(() => {
    // Each navigation has its own key: the same link scrolls here again.
    if (key === shownFor.current) return;
    shownFor.current = key;
    if (hash !== `#${id}` || navigationType === NavigationType.Pop) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView();
  }, [hash, id, navigationType, key]);

  return <section {...section} id={id} ref={part} tabIndex={-1} />;
}
