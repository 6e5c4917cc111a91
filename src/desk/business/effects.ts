import type { DeskBusinessResponse } from '../../../contract/business.ts';
import type { SetupResponse } from '../../../contract/desk/setup.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { DeskEffects } from '../../../machines/effects.ts';

type BusinessEffects = Pick<DeskEffects['desk'], 'business' | 'setup' | 'saveBusiness' | 'savePolicyText'>;

/** `read` and `post` send the requests. */
export const createBusinessEffects = (
  read: <Body extends { readonly data: unknown }>(url: string, signal: AbortSignal) => Promise<Body['data']>,
  post: (url: string) => (data: object) => Promise<void>,
): BusinessEffects => ({
  business: async (signal) => camelCased(await read<DeskBusinessResponse>(deskPaths.business, signal)),
  setup: (signal) => read<SetupResponse>(deskPaths.setup, signal),
  saveBusiness: (entry) => post(deskPaths.saveBusiness)(snakeCased(entry)),
  savePolicyText: (entry) => post(deskPaths.savePolicyText)(snakeCased(entry)),
});
