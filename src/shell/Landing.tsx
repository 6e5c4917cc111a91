import { type ComponentProps, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A part of a page that a link of another page may lead to, as '/#plan'. The browser finds it by itself only on a page
 * that is already there.
 */
export function Landing({ id, ...section }: { id: string } & ComponentProps<'section'>) {
  const { hash } = useLocation();
  const navigationType = useNavigationType();
  const part = useRef<HTMLElement>(null);

  useEffect(() => {
    if (hash !== `#${id}` || navigationType === NavigationType.Pop) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView();
  }, [hash, id, navigationType]);

  return <section {...section} id={id} ref={part} tabIndex={-1} />;
}
