import type { InvitationsResponse } from '../../../contract/desk/invitations.ts';
import type { RolesResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { SecondFactorSetupResponse } from '../../../contract/account/secondFactor.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export function createTeamEffects(authenticatedRequest: Send): DeskEffects['team'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  return {
    colleagues: async (signal) =>
      camelCased((await authenticatedRequest<RolesResponse>({ url: deskPaths.roles, signal })).data),
    invitations: async (signal) =>
      camelCased(
        (await authenticatedRequest<InvitationsResponse>({ url: deskPaths.invitations, signal })).data,
      ),
    async beginFactor() {
      const call = { method: 'post', url: deskPaths.beginFactor, data: {} };
      return new Redacted(camelCased((await authenticatedRequest<SecondFactorSetupResponse>(call)).data));
    },
    invite: post(deskPaths.invite),
    sendInvitation: post(deskPaths.sendInvitation),
    withdrawInvitation: post(deskPaths.withdrawInvitation),
    giveRole: post(deskPaths.giveRole),
    resetFactor: post(deskPaths.resetFactor),
    confirmFactor: post(deskPaths.confirmFactor),
    proveFactor: post(deskPaths.proveFactor),
  };
}
