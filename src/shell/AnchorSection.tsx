import { type ComponentProps, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A part of a page that a link of another page may lead to, as '/#plan'. The browser finds it by itself only on a page
 * that is already there.
 */
export function AnchorSection({ id, ...section }: { id: string } & ComponentProps<'section'>) {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const shownFor = useRef<string | null>(null);
  const part = useRef<HTMLElement>(null);

  useEffect(() => {
    // A new entry for each move: the same link, followed again, leads here again.
    if (key === shownFor.current) return;
    shownFor.current = key;
    if (hash !== `#${id}` || navigationType === NavigationType.Pop) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView();
  }, [hash, id, navigationType, key]);

  return <section {...section} id={id} ref={part} tabIndex={-1} />;
}
