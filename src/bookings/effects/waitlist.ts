import type { WaitlistEntry } from '../../../contract/bookings/waitlist.ts';
import { paths } from '../../../contract/paths.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';
import { isLinkFragment } from '../../account/effects/linkFragment.ts';

/** The calls about the waiting list. Those by an email's link need no session. The link's token is kept only here. */
export function createWaitlist(send: Send, authenticatedRequest: Send): Pick<Effects, 'waitlist' | 'waits'> {
  let token: string | null = null;
  /** The token that was used to leave the list. It is no longer valid, so no further request is made with it. */
  let spentToken: string | null = null;
  function linkToken(): string {
    if (isLinkFragment(location.hash)) token = location.hash.slice(1);
    if (token === null || token === spentToken) throw new Failure(410, 'link-over');
    return token;
  }

  return {
    waitlist: {
      async join({ room, date, range }) {
        await authenticatedRequest({
          method: 'post',
          url: paths.joinWaitlist,
          data: { mid: room.id, bdate: date, ...bookingTimes(range) },
        });
      },
    },
    waits: {
      async list(signal) {
        const { data } = await authenticatedRequest<{ data: WaitlistEntry[] }>({
          url: paths.waitlist,
          signal,
        });
        return data;
      },
      async leave(id) {
        await authenticatedRequest({ method: 'post', url: paths.leaveWaitlist, data: { id } });
      },
      async listByLink(signal) {
        const { data } = await send<{ data: WaitlistEntry }>({
          method: 'post',
          url: paths.readWaitlistLink,
          data: { token: linkToken() },
          signal,
        });
        return [data];
      },
      async leaveByLink() {
        const currentToken = linkToken();
        await send({ method: 'post', url: paths.leaveWaitlistByLink, data: { token: currentToken } });
        spentToken = currentToken;
      },
    },
  };
}
