import { addressLine } from '../../domain/rooms/addressLine.ts';
import { fullDate, timeAt } from '../../domain/time/calendar.ts';
import { clockTime } from '../../domain/time/slots.ts';
import { MAX_UNUSED_OFFERS } from '../../domain/bookings/waitingList.ts';
import type { WaitingListEntryTable } from '../platform/database/schema.ts';
import type { StoredRoom } from '../rooms/rooms.ts';
import { addressOf } from '../rooms/rooms.ts';
import type { Selectable } from 'kysely';
import { greeting, oneLine, type Block, type EmailContent } from './content.ts';

export type EmailEntry = Pick<
  Selectable<WaitingListEntryTable>,
  'day' | 'start_slot' | 'end_slot' | 'misses' | 'offered_until'
> &
  Pick<StoredRoom, 'name' | 'floor' | 'building_no' | 'street_name' | 'area_name' | 'city' | 'pincode'>;

interface EntryContext {
  readonly entry: EmailEntry;
  readonly firstName: string | null;
  /** Page of the entry, with its token. */
  readonly href: string;
}

const timesText = ({ start_slot, end_slot }: EmailEntry): string =>
  `${clockTime(start_slot)} to ${clockTime(end_slot)}`;

const entryFacts = (entry: EmailEntry): Block => ({
  facts: [
    ['Room', oneLine(entry.name)],
    ['Date', fullDate(entry.day)],
    ['Time', timesText(entry)],
    ['Where', oneLine(addressLine(addressOf(entry)))],
  ],
});

const leaveNote: Block = {
  small:
    'Do you no longer need the room? You can leave the waiting list on the same page, without signing in.',
};

/** The times are free and held for the user for a while. */
export function waitingListOffer({ entry, firstName, href }: EntryContext): EmailContent {
  const until = entry.offered_until === null ? '' : timeAt(entry.offered_until.getTime());
  const isLast = entry.misses + 1 >= MAX_UNUSED_OFFERS;
  return {
    subject: `Free again: ${oneLine(entry.name)}, ${fullDate(entry.day)}`,
    preview: `Held for you until ${until}`,
    heading: 'The room you waited for is free',
    greeting: greeting(firstName),
    blocks: [
      { text: `It is held for you until ${until}, and nobody else can book it until then.` },
      entryFacts(entry),
      { action: 'Book it', href },
      {
        small: isLast
          ? 'If you do not book it by then, it goes to the next person, and you are taken off the waiting list.'
          : 'If you do not book it by then, it goes to the next person. You stay on the waiting list for one more offer.',
      },
      leaveNote,
    ],
  };
}

/** The times are free, and not held for anyone. */
export const waitingListFree = ({ entry, firstName, href }: EntryContext): EmailContent => ({
  subject: `Free again: ${oneLine(entry.name)}, ${fullDate(entry.day)}`,
  preview: `${timesText(entry)}: first come, first served`,
  heading: 'The room you waited for is free',
  greeting: greeting(firstName),
  blocks: [
    {
      text: 'It starts soon, so it is not held for anyone. Everyone on the waiting list gets this email now, and the room goes to the first person who books it.',
    },
    entryFacts(entry),
    { action: 'Book it', href },
    leaveNote,
  ],
});
