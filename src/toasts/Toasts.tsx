import { styled } from '@mui/material/styles';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

const ToastStack = lazy(() => import('./ToastStack.tsx').then((module) => ({ default: module.ToastStack })));

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
}));

/**
 * Where toasts are shown and read out. The region is there before the first one comes, or screen readers would miss it;
 * the stack itself is fetched with the first toast.
 */
export function Toasts() {
  const notifier = useFlow('notifier');
  const state = useSelector(notifier, ({ value }) => statePath(value));
  const isShowing = useSelector(notifier, ({ context }) => context.toasts.length > 0);
  const [isWanted, setWanted] = useState(false);
  if (isShowing && !isWanted) setWanted(true);

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
