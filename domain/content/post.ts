/** In characters of Markdown. */
export const MAX_POST_LENGTH = 50_000;

export const MAX_POST_DAYS_AHEAD = 365;

/** Only the staff see a draft. Everybody sees a scheduled post from its time on. */
export type PostState = 'draft' | 'scheduled' | 'published';

/** The state of a post that is published at `publishAt`, null for a draft. Both are milliseconds since 1970. */
export function postState(publishAt: number | null, now: number): PostState {
  if (publishAt === null) return 'draft';
  return publishAt <= now ? 'published' : 'scheduled';
}

/** A usual reading speed on a screen. */
const WORDS_PER_MINUTE = 220;

/** The minutes that reading a post takes, at least 1. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round((text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0) / WORDS_PER_MINUTE));
