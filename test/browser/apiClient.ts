import type { LoginResponse } from '../../contract/account/session.ts';
import type { RoomsResponse } from '../../contract/rooms/rooms.ts';
import type { WaitingListEntry } from '../../contract/bookings/waitingList.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes, type SlotRange } from '../../domain/time/slots.ts';
import type { Account } from './visitorActions.ts';

/** Somebody else, without a browser. */
export async function signInToApi(url: string, account: Account) {
  const callApi = async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { access, user_id } = await callApi<LoginResponse>(paths.login, account);
  const { data: rooms } = await callApi<RoomsResponse>(paths.rooms);
  return {
    async book(room: string, bdate: string, range: SlotRange): Promise<string> {
      const mid = rooms.find(({ room_name }) => room_name === room)?.id;
      const body = { mid, uid: user_id, bdate, ...bookingTimes(range) };
      return (await callApi<{ data: { booking_id: string } }>(paths.book, body, access)).data.booking_id;
    },
    async cancel(booking_id: string): Promise<void> {
      const { data } = await callApi<{ data: { refund: string } }>(
        `${paths.cancelTerms}?booking_id=${booking_id}`,
        undefined,
        access,
      );
      await callApi(paths.cancel, { booking_id, refund: data.refund }, access);
    },
    waitingListEntries: async (): Promise<WaitingListEntry[]> =>
      (await callApi<{ data: WaitingListEntry[] }>(paths.waitingList, undefined, access)).data,
  };
}
