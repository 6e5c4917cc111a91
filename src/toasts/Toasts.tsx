import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '@mui/material/styles';

const loadStack = () => import('./ToastStack.tsx');
const ToastStack = lazy(() => loadStack().then((module) => ({ default: module.ToastStack })));

const Region = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  // The stack places itself at the window's corner; below the bar it covers neither the menu nor LOG OUT.
  '& .notistack-SnackbarContainer': {
    insetBlockStart: 76,
    insetInline: 16,
    width: 'auto',
    maxWidth: 'none',
    alignItems: 'flex-end',
    '& > div': { width: 'min(24rem, 100%)', marginBlock: 4 },
    '& .notistack-CollapseWrapper > *, & .notistack-Snackbar > *': { width: '100%' },
  },
  // Nor the reminder of a booking under way, where there is one.
  'body:has([data-reminder]) & .notistack-SnackbarContainer': {
    insetBlockStart: 136,
    [theme.breakpoints.down('sm')]: { insetBlockStart: 188 },
  },
}));

/**
 * Where toasts are shown and read out. The region is there before the first one comes, or screen readers would miss it;
 * the stack itself comes later.
 */
export function Toasts() {
  const notifier = useFlow('notifier');
  const state = useSelector(notifier, ({ value }) => statePath(value));
  const isShowing = useSelector(notifier, ({ context }) => context.toasts.length > 0);
  const [isWanted, setWanted] = useState(false);
  if (isShowing && !isWanted) setWanted(true);

  // Fetched with the visitor's first touch of the page: a toast often says that the network is gone.
  useEffect(() => {
    const prefetch = () => void loadStack().catch(() => undefined);
    addEventListener('pointerdown', prefetch, { once: true, passive: true });
    addEventListener('keydown', prefetch, { once: true, passive: true });
    return () => {
      removeEventListener('pointerdown', prefetch);
      removeEventListener('keydown', prefetch);
    };
  }, []);

  return (
    <Region role="status" aria-live="polite" aria-atomic={false} data-flow="notifier" data-state={state}>
      {isWanted && (
        <Suspense>
          <ToastStack />
        </Suspense>
      )}
    </Region>
  );
}
