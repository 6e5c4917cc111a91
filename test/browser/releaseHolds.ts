import type { MyBookingsResponse } from '../../contract/bookings/booking.ts';
import { paths } from '../../contract/paths.ts';
import type { LoginResponse } from '../../contract/account/session.ts';
import { guest, member } from './visitorActions.ts';

/** Releases the unpaid holds of the demo accounts. */
export async function releaseHolds(serverUrl: string): Promise<void> {
  for (const account of [guest, member]) {
    const send = async (path: string, body?: object, token?: string): Promise<unknown> => {
      const response = await fetch(serverUrl + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.json();
    };
    const { access } = (await send(paths.login, account)) as LoginResponse;
    const { data } = (await send(paths.myBookings, undefined, access)) as MyBookingsResponse;
    for (const { id, status } of data) {
      if (status === 'pending') await send(paths.releasePayment, { booking_id: id, give_up: true }, access);
    }
  }
}
