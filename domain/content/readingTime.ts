/** A usual reading speed on a screen. */
const WORDS_PER_MINUTE = 220;

/** At least 1. */
export const readingMinutes = (text: string): number =>
  Math.max(1, Math.round((text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0) / WORDS_PER_MINUTE));
