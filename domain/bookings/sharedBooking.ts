import { type Address, addressLine } from '../rooms/addressLine.ts';
import { GUEST_INSTRUCTIONS } from '../rooms/arrivalInstructions.ts';
import { brand } from '../content/brand.ts';
import { fullDate } from '../time/calendar.ts';
import { mapLink } from '../rooms/mapLink.ts';
import { clockTime, type SlotRange } from '../time/slots.ts';

interface SharedBooking {
  readonly roomName: string;
  /** IST date. */
  readonly date: string;
  readonly range: SlotRange;
  readonly address: Address;
}

/**
 * What a customer sends to guests: the room, time, place and how to get in. It has neither money nor data of the account, and no
 * reference, with which somebody else could ask for the room.
 */
export const sharedBooking = ({ roomName, date, range, address }: SharedBooking): string =>
  [
    `${roomName} at ${brand.name}`,
    `${fullDate(date)}, ${clockTime(range.start)} to ${clockTime(range.end)}, Chennai time`,
    addressLine(address),
    `Map: ${mapLink(address)}`,
    `How to get in: ${GUEST_INSTRUCTIONS}`,
  ].join('\n');

/** A link that opens WhatsApp with a text to send. `phone`: its receiver, with the country code; '' to choose one there. */
export const whatsAppLink = (text: string, phone = ''): string =>
  `https://wa.me/${phone.replaceAll(/\D/g, '')}?${new URLSearchParams({ text }).toString().replaceAll('+', '%20')}`;
