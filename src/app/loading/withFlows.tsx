import { useSelector } from '../system/useSelector.ts';
import { type ComponentType, useLayoutEffect } from 'react';
import { addFlows, hasFlows } from '../../../machines/app.ts';
import type { FlowGroup } from '../../../machines/registry.ts';
import { useAppActor } from '../system/AppActorContext.ts';

/** Wraps a component so that its flows are started before it is rendered. */
export function withFlows<Props extends object>(
  Page: ComponentType<Props>,
  flows: FlowGroup,
): ComponentType<Props> {
  return function PageWithFlows(props: Props) {
    const app = useAppActor();
    const areFlowsReady = useSelector(app, () => hasFlows(app, flows));
    useLayoutEffect(() => addFlows(app, flows), [app]);
    return areFlowsReady && <Page {...props} />;
  };
}
