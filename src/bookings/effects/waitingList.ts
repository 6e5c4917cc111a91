import type { WaitingListEntry as ApiWaitingListEntry } from '../../../contract/bookings/waitingList.ts';
import { paths } from '../../../contract/paths.ts';
import { rangedToLastSlot } from '../../../domain/time/apiTimes.ts';
import { bookingTimes } from '../../../domain/time/slots.ts';
import type { Effects } from '../../../machines/effects.ts';
import type { WaitingListEntry } from '../../../machines/bookings/booking.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';
import { roomOf } from '../../rooms/exports.ts';
import { isLinkFragment } from '../../../domain/account/linkFragment.ts';

const waitingListEntryOf = ({ meeting_room, ...entry }: ApiWaitingListEntry): WaitingListEntry => ({
  ...rangedToLastSlot(entry),
  meetingRoom: roomOf(meeting_room),
});

/** The calls by an email's link need no session. The link's token is kept only here. */
export function createWaitingList(send: Send, authenticatedRequest: Send): Pick<Effects, 'waitingList'> {
  let token: string | null = null;
  /** The token that was used to leave the list. It is no longer valid, so no further request is made with it. */
  let spentToken: string | null = null;
  function linkToken(): string {
    if (isLinkFragment(location.hash)) token = location.hash.slice(1);
    if (token === null || token === spentToken) throw new Failure(410, 'link-over');
    return token;
  }

  return {
    waitingList: {
      async join({ room, date, range }) {
        await authenticatedRequest({
          method: 'post',
          url: paths.joinWaitingList,
          data: { mid: room.id, bdate: date, ...bookingTimes(range) },
        });
      },
      async list(signal) {
        const { data } = await authenticatedRequest<{ data: ApiWaitingListEntry[] }>({
          url: paths.waitingList,
          signal,
        });
        return data.map(waitingListEntryOf);
      },
      async leave(id) {
        await authenticatedRequest({ method: 'post', url: paths.leaveWaitingList, data: { id } });
      },
      async listByLink(signal) {
        const { data } = await send<{ data: ApiWaitingListEntry }>({
          method: 'post',
          url: paths.readWaitingListLink,
          data: { token: linkToken() },
          signal,
        });
        return [waitingListEntryOf(data)];
      },
      async leaveByLink() {
        const currentToken = linkToken();
        await send({ method: 'post', url: paths.leaveWaitingListByLink, data: { token: currentToken } });
        spentToken = currentToken;
      },
    },
  };
}
