import { Transition, type TransitionProps } from 'notistack';
import { type CSSProperties, type JSX, type RefObject, useRef } from 'react';

const hiddenStyle: CSSProperties = { opacity: 0, transform: 'translateX(12px)' };
const visibleStyle: CSSProperties = { opacity: 1, transform: 'none' };

/** Toasts slide in. notistack's slide transition reads `element.ref`, which React 19 has removed. */
export function ToastTransition({ children, ...props }: TransitionProps & { children: JSX.Element }) {
  const node = useRef<HTMLDivElement>(null);
  return (
    <Transition {...props} appear nodeRef={node as RefObject<HTMLDivElement>}>
      {(state: string) => (
        <div
          ref={node}
          style={{
            ...(state === 'entering' || state === 'entered' ? visibleStyle : hiddenStyle),
            transition: 'opacity 180ms ease-out, transform 180ms ease-out',
          }}
        >
          {children}
        </div>
      )}
    </Transition>
  );
}
