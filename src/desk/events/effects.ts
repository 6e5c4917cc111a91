import type { DeskEvent as ApiDeskEvent, DeskEventsResponse } from '../../../contract/desk/events.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { ranged } from '../../../domain/time/ranged.ts';
import type { DeskEvent } from '../../../machines/desk/eventFlows.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { timedRequestOf } from '../effects/requests.ts';

const deskEventOf = ({ start_time, end_time, ...event }: ApiDeskEvent): DeskEvent =>
  start_time === null || end_time === null
    ? { ...camelCased(event), range: null }
    : ranged({ ...event, start_time, end_time });

export function createEventEffects(authenticatedRequest: Send): DeskEffects['eventDesk'] {
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    events: async (signal) =>
      (await authenticatedRequest<DeskEventsResponse>({ url: deskPaths.events, signal })).data.map(
        deskEventOf,
      ),
    save: (entry) => post(deskPaths.saveEvent)(timedRequestOf(entry)),
    remove: (entry) => post(deskPaths.removeEvent)(snakeCased(entry)),
  };
}
