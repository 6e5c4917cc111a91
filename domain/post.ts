/** The longest text of a post, in characters of Markdown. */
export const MAX_POST_LENGTH = 50_000;

/** The most days ahead for which a post may be scheduled. */
export const MAX_POST_DAYS_AHEAD = 365;

/** Where a post is: only the staff see a draft, everybody sees a scheduled one from its instant on. */
export type PostState = 'draft' | 'scheduled' | 'published';

/** The state of a post that is on the site from an instant on, or never. Both: milliseconds since 1970. */
export function postState(publishAt: number | null, now: number): PostState {
  if (publishAt === null) return 'draft';
  return publishAt <= now ? 'published' : 'scheduled';
}
