import { addressLine } from '../../domain/addressLine.ts';
import { fullDate, timeAt } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import { MAX_UNUSED_OFFERS } from '../../domain/waitlist.ts';
import type { WaitlistEntryTable } from '../database/schema.ts';
import type { StoredRoom } from '../rooms/rooms.ts';
import type { Selectable } from 'kysely';
import { greeting, oneLine, type Block, type LetterContent } from './content.ts';

/** An entry of the waiting list with its room. */
export type WaitedFor = Pick<
  Selectable<WaitlistEntryTable>,
  'day' | 'start_slot' | 'end_slot' | 'misses' | 'offered_until'
> &
  Pick<StoredRoom, 'name' | 'floor' | 'building_no' | 'street_name' | 'area_name' | 'city' | 'pincode'>;

interface AboutEntry {
  readonly entry: WaitedFor;
  readonly firstName: string | null;
  /** The page of the entry, with its token. */
  readonly href: string;
}

const times = ({ start_slot, end_slot }: WaitedFor): string =>
  `${clockTime(start_slot)} to ${clockTime(end_slot)}`;

const what = (entry: WaitedFor): Block => ({
  facts: [
    ['Room', oneLine(entry.name)],
    ['Date', fullDate(entry.day)],
    ['Time', times(entry)],
    ['Where', oneLine(addressLine(entry))],
  ],
});

const leaving: Block = {
  small:
    'You do not need the room any more? The same page takes you off the waiting list, without signing in.',
};

/** The times are held for the reader for a while. */
export function waitlistOffer({ entry, firstName, href }: AboutEntry): LetterContent {
  const until = entry.offered_until === null ? '' : timeAt(entry.offered_until.getTime());
  const isLast = entry.misses + 1 >= MAX_UNUSED_OFFERS;
  return {
    subject: `Free again: ${oneLine(entry.name)}, ${fullDate(entry.day)}`,
    preview: `Held for you until ${until}`,
    heading: 'The room you waited for is free',
    greeting: greeting(firstName),
    blocks: [
      { text: `It is held for you until ${until}, and nobody else can book it until then.` },
      what(entry),
      { action: 'Book it', href },
      {
        small: isLast
          ? 'If you do not book it by then, the next person gets it, and you are taken off the waiting list.'
          : 'If you do not book it by then, the next person gets it. You stay on the waiting list for one more time.',
      },
      leaving,
    ],
  };
}

/** The times are free for everybody who waited. */
export const waitlistFree = ({ entry, firstName, href }: AboutEntry): LetterContent => ({
  subject: `Free again: ${oneLine(entry.name)}, ${fullDate(entry.day)}`,
  preview: `${times(entry)}: the first who books it has it`,
  heading: 'The room you waited for is free',
  greeting: greeting(firstName),
  blocks: [
    {
      text: 'It starts soon, so it is not held for anybody: everyone who waited gets this letter now, and the first who books the room has it.',
    },
    what(entry),
    { action: 'Book it', href },
    leaving,
  ],
});
