import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { FlowId } from '../../machines/rootSetup.ts';
import { AlertIcon, RefreshIcon } from '../icons/interface.tsx';
import { useAppActor } from '../system/AppActorContext.ts';
import { Notice } from './Notice.tsx';

interface Props {
  /** The flows without which there is nothing to show. */
  needs: readonly FlowId[];
  /** What stands in its place: a notice, a button where there is no room for one, or nothing. */
  fallback?: 'notice' | 'button' | 'nothing';
  /** The notice's heading level where it stands. */
  level?: 'h1' | 'h2';
  children: ReactNode;
}

/** A section of the page that shows a flow; while the flow is down it says so and offers to start it again (decision 25). */
export function FlowSection({ needs, fallback = 'notice', level = 'h2', children }: Props) {
  const app = useAppActor();
  const isDown = useSelector(app, ({ context }) => needs.some((flow) => context.down.includes(flow)));
  if (!isDown) return children;
  if (fallback === 'nothing') return null;
  const retry = () => needs.forEach((flow) => app.send({ type: 'flow.restartRequested', flow }));
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

/** A page that shows nothing without these flows. */
export const inFlowSection =
  <P extends object>(needs: readonly FlowId[], Page: ComponentType<P>) =>
  (props: P) => (
    <FlowSection needs={needs} level="h1">
      <Page {...props} />
    </FlowSection>
  );
