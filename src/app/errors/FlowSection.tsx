import Button from '@mui/material/Button';
import { useSelector } from '../system/useSelector.ts';
import type { ReactNode } from 'react';
import type { AppActor } from '../../../machines/engine/createSystem.ts';
import type { slotsId } from '../../../machines/engine/system.ts';
import type { FlowName } from '../../../machines/registry.ts';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { useAppActor } from '../system/AppActorContext.ts';
import type { Flows } from '../system/flows.ts';
import { Notice } from '../../ui/layout/Notice.tsx';

interface Props {
  needs: readonly (FlowName | ReturnType<typeof slotsId>)[];
  /** The parent of these flows, which restarts them; by default the root. */
  supervisor?: AppActor | Flows['rooms'] | undefined;
  /** What replaces the section while a flow is down: a notice, a button where space is limited, or nothing. */
  fallback?: 'notice' | 'button' | 'nothing';
  level?: 'h1' | 'h2';
  children: ReactNode;
}

/** While one of the needed flows is down, the section offers to restart it. */
export function FlowSection({ needs, supervisor, fallback = 'notice', level = 'h2', children }: Props) {
  const app = useAppActor();
  const parent = supervisor ?? app;
  const isDown = useSelector(parent, ({ context }) => needs.some((flow) => context.down.includes(flow)));
  if (!isDown) return children;
  if (fallback === 'nothing') return null;
  const retry = () => needs.forEach((flow) => parent.send({ type: 'flow.restartRequested', flow }));
  if (fallback === 'button') {
    return (
      <Button
        variant="outlined"
        size="small"
        startIcon={<RefreshIcon />}
        aria-label="This part has stopped working: try again"
        onClick={retry}
      >
        Try again
      </Button>
    );
  }
  return (
    <div role="alert">
      <Notice
        level={level}
        icon={<AlertIcon />}
        title="This section has stopped working"
        text="Something went wrong on our side. The rest of the page still works."
      >
        <Button startIcon={<RefreshIcon />} onClick={retry}>
          Try again
        </Button>
        <Button variant="outlined" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </Notice>
    </div>
  );
}
