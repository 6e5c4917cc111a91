/**
 * A name or subject for the header of an email. An encoded word (RFC 2047) such as '=?utf-8?q?text?=' in what a visitor typed would
 * be sent as it is and shown decoded, as another text than the one that was checked; a space after its first character ends that.
 */
export const headerText = (text: string): string => text.replaceAll('=?', '= ?');
