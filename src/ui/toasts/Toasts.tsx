import { useSelector } from '../../app/system/useSelector.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';

const loadStack = () => import('./ToastStack.tsx');
const ToastStack = lazy(() => loadStack().then((module) => ({ default: module.ToastStack })));

const Region = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.snackbar,
  // Below the navigation bar, so that toasts cover neither the menu nor LOG OUT.
  '& .notistack-SnackbarContainer': {
    insetBlockStart: 76,
    insetInline: 16,
    width: 'auto',
    maxWidth: 'none',
    alignItems: 'flex-end',
    '& > div': { width: 'min(24rem, 100%)', marginBlock: 4 },
    '& .notistack-CollapseWrapper > *, & .notistack-Snackbar > *': { width: '100%' },
  },
  // A phone has no space next to the page. A toast covers the navigation bar except the menu's button, and several toasts are
  // stacked with the newest on top, so that no toast covers a heading, a field or an entry of the open menu.
  [theme.breakpoints.down('sm')]: {
    '& .notistack-SnackbarContainer.notistack-SnackbarContainer.notistack-SnackbarContainer': {
      display: 'grid',
      insetBlockStart: 6,
      insetInline: '8px 64px',
      '& > div': { gridArea: '1 / 1', width: '100%', margin: 0 },
    },
    '& .MuiAlert-root': { minHeight: 52, padding: '0 2px 0 12px', fontSize: '0.8125rem', lineHeight: 1.3 },
    '& .MuiAlert-message': { paddingBlock: 2 },
  },
  // A dialog covers the navigation bar and begins below the toasts.
  'body:has([data-locks-scroll=""]) & .notistack-SnackbarContainer': { insetBlockStart: 12 },
  // Below the booking reminder, if shown.
  'body:has([data-reminder]) & .notistack-SnackbarContainer': {
    insetBlockStart: 136,
  },
}));

/** A live region. Screen readers announce a toast only if the region existed before it, so only the stack is loaded lazily. */
export function Toasts() {
  const notifier = useFlow('notifier');
  const state = useSelector(notifier, ({ value }) => statePath(value));
  const isShowing = useSelector(notifier, ({ context }) => context.toasts.length > 0);
  const [isStackNeeded, setStackNeeded] = useState(false);
  if (isShowing && !isStackNeeded) setStackNeeded(true);

  // The stack is loaded at the first interaction, because a toast may be needed while the network is down.
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
    <Region
      role="status"
      aria-live="polite"
      aria-atomic={false}
      data-flow="notifier"
      data-state={state}
      // An open dialog takes the focus back when the document reports that it is elsewhere. A toast may keep it.
      onFocus={(event) => event.stopPropagation()}
    >
      {isStackNeeded && (
        <Suspense>
          <ToastStack />
        </Suspense>
      )}
    </Region>
  );
}
