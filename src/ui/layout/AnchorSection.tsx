import { type ComponentProps, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A section that links of other pages may target, such as '/#plan'. It scrolls itself into view, because the browser scrolls to
 * an anchor only within a loaded page.
 */
export function AnchorSection({ id, ...section }: { id: string } & ComponentProps<'section'>) {
  const { hash, key } = useLocation();
  const navigationType = useNavigationType();
  const handledKey = useRef<string | null>(null);
  const sectionRef = useRef<HTMLElement>(null);

  useEffect(() => {
    // Each navigation has a different key, so following the same link again scrolls again.
    if (key === handledKey.current) return;
    handledKey.current = key;
    if (hash !== `#${id}` || navigationType === NavigationType.Pop) return;
    const target = sectionRef.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView();
    // Sections above it that the browser had skipped get their height only after the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => target?.scrollIntoView()));
  }, [hash, id, navigationType, key]);

  return <section {...section} id={id} ref={sectionRef} tabIndex={-1} />;
}
