import type { Room } from '../../../contract/rooms/rooms.ts';
import { addressLine } from '../../../domain/rooms/addressLine.ts';

/** A room's address in one line (spec 2). */
export const fullAddress = ({ location }: Pick<Room, 'location'>): string => addressLine(location);
