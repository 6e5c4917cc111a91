import type { DeskEventsResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { snakeCased } from '../../../domain/text/camelCased.ts';
import { rangedIfTimed } from '../../../domain/time/apiTimes.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { timedRequestOf } from '../effects/requests.ts';

export function createEventEffects(authenticatedRequest: Send): DeskEffects['eventDesk'] {
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    events: async (signal) =>
      (await authenticatedRequest<DeskEventsResponse>({ url: deskPaths.events, signal })).data.map(
        rangedIfTimed,
      ),
    save: (entry) => post(deskPaths.saveEvent)(timedRequestOf(entry)),
    remove: (entry) => post(deskPaths.removeEvent)(snakeCased(entry)),
  };
}
