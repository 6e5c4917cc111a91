import { fieldError, ApiError } from '../apiError.ts';
import { MAX_FIELDS, tooManyFields } from './bodyLimits.ts';

export const URLENCODED = 'application/x-www-form-urlencoded';

/** True when the separator occurs more often than `limit`; stops counting there. */
function occursMoreOften(body: Buffer, separator: string, limit: number): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

/**
 * The fields of a form as one object; a repeated field becomes a list. Refuses more than `MAX_FIELDS` fields (413) and
 * files (415).
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
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else fields.set(name, [known, value]);
  }
  return Object.fromEntries(fields);
}

async function readMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  // Every part but the first starts with it, and so does the end.
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
 * The fields of an urlencoded or multipart body, in time proportional to its length (ruling 16). Refuses a malformed
 * form (400), too many fields (413) before reading any, and files (415).
 */
export async function readForm(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (!contentType.toLowerCase().startsWith(URLENCODED)) return readMultipart(body, contentType);
  if (occursMoreOften(body, '&', MAX_FIELDS - 1)) throw tooManyFields();
  return fieldsOf(new URLSearchParams(body.toString('utf8')));
}

/** The content type of a form sent with JSON's header; null when the body is not a form. */
export function formInDisguise(text: string): string | null {
  const boundary = /^--(\S+)\r\n/.exec(text)?.[1];
  if (boundary !== undefined) return `multipart/form-data; boundary=${boundary}`;
  return /^[\w.%+-]+=/.test(text) ? URLENCODED : null;
}
