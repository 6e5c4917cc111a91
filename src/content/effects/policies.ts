import type { PolicyTextResponse } from '../../../contract/business.ts';
import { paths } from '../../../contract/paths.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export const createPolicies = (send: Send): Effects['policies'] => ({
  async text(name, signal) {
    const { data } = await send<PolicyTextResponse>({ url: paths.policyText, params: { name }, signal });
    return camelCased(data);
  },
});
