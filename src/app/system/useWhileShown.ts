import { useEffect, useEffectEvent } from 'react';

interface ShownFlow<Event> {
  readonly send: (event: Event) => void;
  readonly getSnapshot: () => { readonly status: string };
}

interface Visit<Event> {
  /** Sent when the component is mounted, and again when `key` or the flow changes. */
  readonly shown?: Event;
  /** Sent when the component is unmounted, and before `shown` is sent again. */
  readonly left?: Event;
}

/**
 * Sends a flow the visitor's arrival at a part of the page, and their departure. Only these events depend on what React renders:
 * every other step of a flow is taken by its machine. `flow`: undefined while it is down or not wanted. `key`: what is shown.
 */
export function useWhileShown<Event>(
  flow: ShownFlow<Event> | undefined,
  visit: Visit<NoInfer<Event>>,
  key: string | number | null = null,
): void {
  const arrive = useEffectEvent((to: ShownFlow<Event>) => {
    if (visit.shown) to.send(visit.shown);
  });
  const leave = useEffectEvent((from: ShownFlow<Event>) => {
    // A flow that another flow has invoked ends with the state that shows it.
    if (visit.left && from.getSnapshot().status === 'active') from.send(visit.left);
  });
  useEffect(() => {
    if (!flow) return undefined;
    arrive(flow);
    return () => leave(flow);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the visitor arrives at something else
  }, [flow, key]);
}
