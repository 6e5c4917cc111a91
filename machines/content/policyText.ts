import { fromPromise } from 'xstate';
import type { PolicyText } from '../../domain/content/policyTexts.ts';
import { defineFlow } from '../engine/flow.ts';
import { resourceMachine } from '../engine/resource/resource.ts';
import type { InitialResource } from '../engine/resource/resourceEvents.ts';

interface Needs {
  readonly policies: { text(name: string, signal: AbortSignal): Promise<PolicyText> };
}

declare module '../engine/visit.ts' {
  interface InitialData {
    readonly policyText?: InitialResource<PolicyText>;
  }
}

/** The key is the name of the policy, such as the terms. */
const policyTextFlow = defineFlow({
  id: 'policyText',
  machine: resourceMachine<PolicyText>('policyText'),
  whenSessionEnds: 'kept',
  shows: ['business'],
  needs: ['policies'],
  provide: (machine, { policies }: Needs) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => policies.text(input.key, signal)) },
    }),
  input: ({ initialData }) => initialData.policyText,
});

export const policyTextFlows = [policyTextFlow] as const;
