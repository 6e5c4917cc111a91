import type { DeskEnquiryResponse, EnquiriesResponse } from '../../../contract/desk/enquiries.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** The API calls of the enquiries section. */
export function createEnquiryEffects(authenticatedRequest: Send): DeskEffects['inbox'] {
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    list: (state, signal) =>
      authenticatedRequest<EnquiriesResponse>({ url: deskPaths.enquiries, params: { state }, signal }),
    enquiry: async (id, signal) =>
      (await authenticatedRequest<DeskEnquiryResponse>({ url: deskPaths.enquiry, params: { id }, signal }))
        .data,
    reply: post(deskPaths.replyToEnquiry),
    mark: post(deskPaths.markEnquiry),
  };
}
