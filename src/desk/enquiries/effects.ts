import type { DeskEnquiryResponse, EnquiriesResponse } from '../../../contract/desk/enquiries.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export function createEnquiryEffects(authenticatedRequest: Send): DeskEffects['inbox'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  return {
    async list(state, signal) {
      const call = { url: deskPaths.enquiries, params: { state }, signal };
      return camelCased(await authenticatedRequest<EnquiriesResponse>(call));
    },
    async enquiry(id, signal) {
      const call = { url: deskPaths.enquiry, params: { id }, signal };
      return camelCased((await authenticatedRequest<DeskEnquiryResponse>(call)).data);
    },
    reply: post(deskPaths.replyToEnquiry),
    mark: post(deskPaths.markEnquiry),
  };
}
