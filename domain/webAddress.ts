/** 'litrooms.in' or 'www.litrooms.in/rooms': a host of letters, digits and hyphens, without scheme, port or user. */
const BARE_DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[/?#]\S*)?$/i;

/**
 * Where a link may lead to that somebody typed: the address when it is one of the web, with https for a bare domain;
 * null for anything else, as a script or an address that carries a user name to pass for another site.
 */
export function webAddress(text: string): string | null {
  const trimmed = text.trim();
  try {
    const url = new URL(BARE_DOMAIN.test(trimmed) ? `https://${trimmed}` : trimmed);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}
