import { type ComponentType, lazy, Suspense, useLayoutEffect, useState } from 'react';
import { addFlows, hasFlow } from '../../../machines/engine/createSystem.ts';
import type { FlowGroup, FlowName, flowsAtStart, LoadFlows } from '../../../machines/registry.ts';
import { FlowSection } from '../errors/FlowSection.tsx';
import { PageLoadError } from '../errors/PageLoadError.ts';
import { useAppActor } from '../system/AppActorContext.ts';
import { useSelector } from '../system/useSelector.ts';

/** The flows of every page, and those of the groups that the page's route loads. */
export type FlowNameOf<Groups extends readonly LoadFlows[]> =
  | (typeof flowsAtStart)[number]['id']
  | Awaited<ReturnType<Groups[number]>>[number]['id'];

/** What a route's `lazy` returns. `handle`: the flows that the page needs in addition to those of every page, and their groups. */
export interface LoadedPage {
  readonly Component: ComponentType;
  readonly handle: {
    readonly flows: FlowGroup;
    readonly groups: readonly LoadFlows[];
    readonly failure?: PageLoadError;
  };
}

/** Starts the flows of a page before it is rendered. */
function withFlows(Page: ComponentType, flows: FlowGroup): ComponentType {
  return function PageWithFlows() {
    const app = useAppActor();
    const areFlowsReady = useSelector(app, () => flows.every(({ id }) => hasFlow(app, id)));
    useLayoutEffect(() => addFlows(app, flows), [app]);
    return areFlowsReady && <Page />;
  };
}

/** Loads the page again at each visit, because the router keeps the failure of a route's `lazy`. */
function loadedAtVisit(load: () => Promise<LoadedPage>): ComponentType {
  return function LoadedAtVisit() {
    const [Page] = useState(() => lazy(async () => ({ default: (await load()).Component })));
    return (
      <Suspense>
        <Page />
      </Suspense>
    );
  };
}

/**
 * The `lazy` of a page's route: loads its code and its flows.
 * @param needs the flows without which the page shows nothing
 * @param groups the groups with these flows and those of its sections
 */
export function loadPage<const Groups extends readonly LoadFlows[]>(
  loadCode: () => Promise<{ readonly default: ComponentType }>,
  needs: readonly FlowNameOf<Groups>[] = [],
  ...groups: Groups
): () => Promise<LoadedPage> {
  const load = async (): Promise<LoadedPage> => {
    try {
      const [{ default: Page }, ...loaded] = await Promise.all([
        loadCode(),
        ...groups.map((group) => group()),
      ]);
      const flows = loaded.flat();
      const Section = () => (
        <FlowSection needs={needs as readonly FlowName[]} level="h1">
          <Page />
        </FlowSection>
      );
      return { Component: withFlows(Section, flows), handle: { flows, groups } };
    } catch (error) {
      throw new PageLoadError(error);
    }
  };
  return async () => {
    try {
      return await load();
    } catch (failure) {
      return {
        Component: loadedAtVisit(load),
        handle: { flows: [], groups, failure: failure as PageLoadError },
      };
    }
  };
}
