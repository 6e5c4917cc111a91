import type { PolicyText } from '../../domain/content/policyTexts.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
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
const policyTextFlow = resourceFlow(
  'policyText',
  {
    needs: ['policies'],
    shows: ['business'],
    isPublic: true,
    initial: ({ policyText }): InitialResource<PolicyText> | undefined => policyText,
  },
  ({ policies }: Needs, name, signal) => policies.text(name, signal),
);

export const policyTextFlows = [policyTextFlow] as const;
