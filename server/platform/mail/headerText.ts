/**
 * A name or subject for the header of an email. An encoded word (RFC 2047) such as '=?utf-8?q?text?=' in a visitor's text would
 * be sent unchanged and shown decoded, so the reader would see another text than the one that was checked. A space after its
 * first character prevents that.
 */
export const headerText = (text: string): string => text.replaceAll('=?', '= ?');
