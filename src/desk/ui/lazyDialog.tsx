import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { DeskDialog } from './DeskDialog.tsx';

interface Closable {
  readonly onClose: () => void;
}

/** A dialog whose code is loaded when it is opened first. `title`: of the dialog until then. */
export function lazyDialog<Props extends object>(
  title: string,
  load: () => Promise<(props: Props) => ReactNode>,
): ComponentType<Props & Closable> {
  const Failed = ({ onClose }: Closable) => (
    <DeskDialog title={title} onClose={onClose}>
      <Alert severity="error">
        This could not be loaded. Check your connection, close this, and open it again.
      </Alert>
    </DeskDialog>
  );
  let loading: ComponentType<Props & Closable> | null = null;
  const start = (): ComponentType<Props & Closable> =>
    lazy(async () => {
      try {
        const Loaded: (props: Props & Closable) => ReactNode = await load();
        return { default: Loaded };
      } catch {
        // The next opening loads it again.
        loading = null;
        return { default: Failed };
      }
    });
  return function LazyDialog(props: Props & Closable) {
    const [Dialog] = useState(() => (loading ??= start()));
    return (
      <Suspense
        fallback={
          <DeskDialog title={title} onClose={props.onClose}>
            <CircularProgress aria-label={`Loading: ${title}`} />
          </DeskDialog>
        }
      >
        <Dialog {...props} />
      </Suspense>
    );
  };
}
