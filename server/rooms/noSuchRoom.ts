import type { Room } from '../../contract/rooms/rooms.ts';
import { escapeHtml } from '../../domain/text/escapeHtml.ts';
import { similarRooms, roomSlug } from '../../domain/rooms/roomSlug.ts';
import { roomPath } from '../../domain/content/sitePaths.ts';
import { namedRooms } from './rooms.ts';

/** In the app shell, for browsers without scripts. */
const NO_SCRIPT_NOTICE = /<h1[^>]*>[^<]*<\/h1><p[^>]*>.*?<\/p>/s;

/**
 * The app shell for the address of an unknown room. With scripts the browser renders the suggestions; for browsers without scripts
 * they replace the notice of the shell. The server does not render the page, because anyone can request any number of such
 * addresses.
 */
export function noSuchRoomPage(appShell: string, slug: string, allRooms: readonly Room[]): string {
  const rooms = namedRooms(allRooms);
  const links = similarRooms(slug, rooms)
    .map((room) => `<li><a href="${roomPath(roomSlug(room, rooms))}">${escapeHtml(room.roomName)}</a></li>`)
    .join('');
  return appShell.replace(
    NO_SCRIPT_NOTICE,
    () =>
      `<h1>There is no such room</h1><p>There is no room at this address, or it is no longer available.${
        links === '' ? '' : ' Did you mean one of these?'
      }</p><ul>${links}</ul>`,
  );
}
