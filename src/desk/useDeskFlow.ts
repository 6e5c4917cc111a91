import type { DeskFlow } from '../../machines/registry.ts';
import { type Flows, useFlow } from '../app/system/flows.ts';

/** `useFlow` for the flows of the desk, which all start with it. */
export const useDeskFlow = useFlow as <Name extends DeskFlow['id']>(name: Name) => Flows[Name];
