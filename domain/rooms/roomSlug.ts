/** The fields of a room that its URL is made from. */
export interface NamedRoom {
  readonly id: number;
  readonly roomName: string;
}

/** Other pages have these paths. */
const RESERVED: readonly string[] = ['booking'];

/** A name as a part of a path: 'T. Nagar Café' → 't-nagar-cafe'; 'room' for a name without letters or digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim()
    .replaceAll(' ', '-') || 'room';

/**
 * The slug of a room in its path, made from its name. Of several rooms with one name, the room with the lowest
 * id has the plain slug, regardless of the order of `rooms`; the others have their id after it.
 */
export function roomSlug(room: NamedRoom, rooms: readonly NamedRoom[]): string {
  const slug = slugOf(room.roomName);
  const isTaken = rooms.some(({ id, roomName: name }) => id < room.id && slugOf(name) === slug);
  return isTaken || RESERVED.includes(slug) ? `${slug}-${room.id}` : slug;
}

export const roomBySlug = <Room extends NamedRoom>(slug: string, rooms: readonly Room[]): Room | undefined =>
  rooms.find((room) => roomSlug(room, rooms) === slug);

/** Pairs of adjacent letters. */
const letterPairs = (text: string): string[] =>
  Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2));

/** From 0 to 1: the share of their letter pairs that both texts have. */
function similarity(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [letterPairs(a), letterPairs(b)];
  const shared = pairsOfA.filter((pair) => pairsOfB.includes(pair)).length;
  return (2 * shared) / Math.max(1, pairsOfA.length + pairsOfB.length);
}

const MAX_SUGGESTED_ROOMS = 3;

/** The most similar first. */
export const similarRooms = <Room extends NamedRoom>(
  slug: string,
  rooms: readonly Room[],
): readonly Room[] => {
  const requestedSlug = slug.slice(0, 100);
  const score = new Map(rooms.map((room) => [room.id, similarity(requestedSlug, slugOf(room.roomName))]));
  return [...rooms]
    .sort((a, b) => (score.get(b.id) ?? 0) - (score.get(a.id) ?? 0))
    .slice(0, MAX_SUGGESTED_ROOMS);
};
