import { useSelector } from '../../app/system/useSelector.ts';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { useEffect, useRef } from 'react';
import { MAX_TOASTS } from '../../../domain/text/messages.ts';
import { useFlow } from '../../app/system/flows.ts';
import { ToastCard } from './ToastCard.tsx';
import { ToastTransition } from './ToastTransition.tsx';
import { useToastShortcut } from './useToastShortcut.ts';

/** Synchronises notistack's imperative stack with the notifier's toasts. */
function StackedToasts() {
  const notifier = useFlow('notifier');
  const toasts = useSelector(notifier, ({ context }) => context.toasts);
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const stackedIds = useRef(new Set<number>());
  useToastShortcut();

  useEffect(() => {
    const currentIds = new Set(toasts.map(({ id }) => id));
    for (const id of stackedIds.current) {
      if (currentIds.has(id)) continue;
      stackedIds.current.delete(id);
      closeSnackbar(id);
    }
    for (const toast of toasts) {
      if (stackedIds.current.has(toast.id)) continue;
      stackedIds.current.add(toast.id);
      enqueueSnackbar(toast.text, {
        key: toast.id,
        // The notifier decides the duration.
        persist: true,
        content: (
          <ToastCard
            toast={toast}
            onClose={() => notifier.send({ type: 'notifier.dismiss', id: toast.id })}
          />
        ),
      });
    }
  }, [toasts, notifier, enqueueSnackbar, closeSnackbar]);

  return null;
}

/** At the top right (spec 2). */
export const ToastStack = () => (
  <SnackbarProvider
    maxSnack={MAX_TOASTS}
    anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
    TransitionComponent={ToastTransition}
    transitionDuration={{ enter: 200, exit: 160 }}
  >
    <StackedToasts />
  </SnackbarProvider>
);
