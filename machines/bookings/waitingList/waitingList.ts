import { commandFlow } from '../../engine/command.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';
import { toast } from '../../engine/system.ts';
import type { WaitingListEntry } from '../booking.ts';
import { isEntryOver } from './entry.ts';

/** Offers start and end without the user, so a shown list is loaded again. */
const REFRESH_MS = 30_000;

interface Needs {
  readonly waitingList: {
    list(signal: AbortSignal): Promise<readonly WaitingListEntry[]>;
    leave(id: string): Promise<void>;
    /** The entry of the link that opened the page. */
    listByLink(signal: AbortSignal): Promise<readonly WaitingListEntry[]>;
    leaveByLink(): Promise<void>;
  };
}

const list = { needs: ['waitingList'], shows: ['waitingList', 'bookings'] } as const;

const leaving = {
  needs: ['waitingList'],
  changes: ['waitingList'],
  doneToast: (_entry: { id: string }) => toast('success', 'You are off the waiting list.'),
  isDoneAlready: isEntryOver,
} as const;

/** All entries of the user, or the single entry of an email's link. */
export const waitingListFlows = [
  resourceFlow(
    'waitingList',
    list,
    ({ waitingList }: Needs, _key, signal) => waitingList.list(signal),
    () => true,
    REFRESH_MS,
  ),
  resourceFlow(
    'waitingListLink',
    list,
    ({ waitingList }: Needs, _key, signal) => waitingList.listByLink(signal),
    () => true,
    REFRESH_MS,
  ),
  commandFlow('leaveWaitingList', leaving, ({ waitingList }: Needs, { id }) => waitingList.leave(id)),
  commandFlow('leaveWaitingListLink', leaving, ({ waitingList }: Needs) => waitingList.leaveByLink()),
] as const;
