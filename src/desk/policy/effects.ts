import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskPolicyResponse } from '../../../contract/desk/policy.ts';
import { MAX_STEPS } from '../../../domain/money/cancellation.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { DeskEffects } from '../../../machines/effects.ts';

type PolicyEffects = Pick<DeskEffects['desk'], 'policy' | 'setPolicy' | 'removePolicy'>;

/** Empty steps and an empty grace period are left out. */
function policyRequestOf(entry: FormEntry, paidWith: 'card' | 'points'): object {
  const text = (name: string): string => (entry[`${paidWith} ${name}`] ?? '').trim();
  const grace = { hours: text('grace'), leadHours: text('lead') };
  return {
    steps: Array.from({ length: MAX_STEPS }, (_, nth) => ({
      hours: text(`hours ${nth}`),
      percent: text(`percent ${nth}`),
    })).filter(({ hours, percent }) => hours !== '' || percent !== ''),
    grace: grace.hours === '' && grace.leadHours === '' ? null : grace,
    ...(text('correction') !== '' && { correctionMinutes: text('correction') }),
  };
}

/** `read` and `post` send the requests. */
export const createPolicyEffects = (
  read: <Body extends { readonly data: unknown }>(url: string, signal: AbortSignal) => Promise<Body['data']>,
  post: (url: string) => (data: object) => Promise<void>,
): PolicyEffects => ({
  policy: async (signal) => camelCased(await read<DeskPolicyResponse>(deskPaths.policy, signal)),
  setPolicy: (entry) =>
    post(deskPaths.setPolicy)({
      version: entry['version'],
      from_day: entry['fromDay'],
      card: policyRequestOf(entry, 'card'),
      points: policyRequestOf(entry, 'points'),
      reason: entry['reason'],
    }),
  removePolicy: (entry) => post(deskPaths.removePolicy)(snakeCased(entry)),
});
