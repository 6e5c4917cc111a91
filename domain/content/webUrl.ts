/** 'litrooms.in' or 'www.litrooms.in/rooms': a host of letters, digits and hyphens, without scheme, port or user. */
const BARE_DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[/?#]\S*)?$/i;

/**
 * Parses a link that a user typed: http and https URLs are unchanged, and a bare domain gets https. Null for anything else, for
 * example a javascript: URL or a URL with a user name, which can imitate another site.
 */
export function parseWebUrl(text: string): string | null {
  const trimmed = text.trim();
  try {
    const url = new URL(BARE_DOMAIN.test(trimmed) ? `https://${trimmed}` : trimmed);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}
