import { fieldError, ApiError } from '../apiError.ts';
import { MAX_FIELDS, tooManyFields } from './bodyLimits.ts';

export const URLENCODED = 'application/x-www-form-urlencoded';

/** True when the separator occurs more than `limit` times; counting stops at the limit. */
function occursMoreOften(body: Buffer, separator: string, limit: number): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

/**
 * The fields of a form as one object; a repeated field becomes a list. Throws 413 for more than `MAX_FIELDS` fields, and 415 for a
 * file.
 */
export function fieldsOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS) throw tooManyFields();
    if (typeof value !== 'string') {
      throw new ApiError('unsupported-media', 'Files are not accepted', {
        fields: { [name]: 'must be text' },
      });
    }
    const existing = fields.get(name);
    if (existing === undefined) fields.set(name, value);
    else if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, [existing, value]);
  }
  return Object.fromEntries(fields);
}

async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  // The separator precedes each part except the first, and the end.
  if (occursMoreOften(body, `\r\n--${boundary}`, MAX_FIELDS)) throw tooManyFields();
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw fieldError('body', 'must be a well-formed form');
  }
  return fieldsOf(form);
}

/**
 * The fields of an urlencoded or multipart body, in time proportional to its length (ruling 16). Throws 413 for too many fields,
 * before any is parsed, 400 for a malformed form, and 415 for a file.
 */
export async function parseForm(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (!contentType.toLowerCase().startsWith(URLENCODED)) return parseMultipart(body, contentType);
  if (occursMoreOften(body, '&', MAX_FIELDS - 1)) throw tooManyFields();
  return fieldsOf(new URLSearchParams(body.toString('utf8')));
}

/** Also of a form that was sent with the header of JSON; null when the body is not a form. */
export function formContentType(text: string): string | null {
  const boundary = /^--(\S+)\r\n/.exec(text)?.[1];
  if (boundary !== undefined) return `multipart/form-data; boundary=${boundary}`;
  return /^[\w.%+-]+=/.test(text) ? URLENCODED : null;
}
