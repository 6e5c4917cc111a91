import { expect, type APIRequestContext } from '@playwright/test';
import type { EventChangedResponse } from '../../contract/desk/events.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { paths } from '../../contract/paths.ts';
import { inDays } from './visitorActions.ts';

/** Signs the owner in and returns the function that makes a change at the desk. */
async function ownerPosts(request: APIRequestContext) {
  const login = await request.post(paths.login, {
    data: { email: 'owner@example.com', password: 'Owner-2025!' },
  });
  const { access } = (await login.json()) as { access: string };
  return async (path: string, data: object) => {
    const response = await request.post(path, { headers: { authorization: `Bearer ${access}` }, data });
    expect(response.status()).toBe(200);
    return response;
  };
}

/** An event in nine days, made at the desk. `remove` deletes it there. */
export async function publishEvent(
  request: APIRequestContext,
  texts: {
    readonly title: string;
    readonly category: string;
    readonly place?: string;
    readonly summary?: string;
  },
): Promise<{ id: number; remove: () => Promise<unknown> }> {
  const post = await ownerPosts(request);
  const saved = await post(deskPaths.saveEvent, {
    id: null,
    version: 0,
    place: '',
    summary: '',
    ...texts,
    day: inDays(9),
    start_time: '18:00',
    end_time: '20:00',
  });
  const { data: event } = (await saved.json()) as EventChangedResponse;
  return { id: event.id, remove: () => post(deskPaths.removeEvent, { ...event }) };
}
