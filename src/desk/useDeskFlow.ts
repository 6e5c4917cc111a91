import type { DeskFlow } from '../../machines/registry.ts';
import { type Flows, useOptionalFlow } from '../app/system/flows.ts';

/** `useFlow` for the flows of the desk, which all start with it. */
export function useDeskFlow<Name extends DeskFlow['id']>(name: Name): Flows[Name] {
  const flow = useOptionalFlow(name);
  if (!flow) throw new Error(`no FlowSection needs the flow ${name}, which is down`);
  return flow;
}
