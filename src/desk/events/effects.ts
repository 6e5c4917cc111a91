import type { DeskEventsResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

/** The API calls of the events section. */
export function createEventEffects(authenticatedRequest: Send): DeskEffects['eventDesk'] {
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    events: async (signal) =>
      (await authenticatedRequest<DeskEventsResponse>({ url: deskPaths.events, signal })).data,
    save: post(deskPaths.saveEvent),
    remove: post(deskPaths.removeEvent),
  };
}
