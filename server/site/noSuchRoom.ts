import type { Room } from '../../contract/rooms.ts';
import { escapeHtml } from '../../domain/escapeHtml.ts';
import { similarRooms, roomSlug } from '../../domain/roomSlug.ts';
import { roomPath } from '../../domain/sitePaths.ts';

/** What the empty page says where no scripts run. */
const NOTICE = /<h1>[^<]*<\/h1><p>.*?<\/p>/s;

/**
 * The empty page for the address of no room: where scripts run, the browser renders what it suggests; where none do, the
 * page says it by itself. Rendering it for every address that somebody makes up would cost the server too much.
 */
export function noSuchRoomPage(frame: string, slug: string, rooms: readonly Room[]): string {
  const links = similarRooms(slug, rooms)
    .map((room) => `<li><a href="${roomPath(roomSlug(room, rooms))}">${escapeHtml(room.room_name)}</a></li>`)
    .join('');
  return frame.replace(
    NOTICE,
    () =>
      `<h1>There is no such room</h1><p>There is no room at this address, or it is no longer available.${
        links === '' ? '' : ' Did you mean one of these?'
      }</p><ul>${links}</ul>`,
  );
}
