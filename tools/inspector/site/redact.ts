import type { Message } from '../protocol.ts';

/** Deeper than any machine of ours is nested; deeper values are cut off. */
const DEPTH = 40;

const SECRET = '[redacted]';
const EMAIL = '[e-mail]';
const PHONE = '[phone]';
const GSTIN = '[GSTIN]';
const COMPANY = '[company]';
const ADDRESS = '[address]';

/** Fields whose value is always a secret. `sign` is how the complete call may spell its signature (ruling 16). */
const secretField =
  /pass(word|phrase|code)|secret|token|signature|^sign$|authori[sz]ation|credential|cookie|^otp$|^cv[vc]$|card_?number/i;
const emailField = /e-?mail/i;
const phoneField = /phone|mobile|^contact$|whatsapp/i;
/** What stands on invoices, and identifies a company. Rooms have their addresses in other fields. */
const invoiceFields: readonly (readonly [RegExp, string])[] = [
  [/gstin/i, GSTIN],
  [/^company(_?name)?$|^website$/i, COMPANY],
  [/^(billing_?)?address$/i, ADDRESS],
];

/** Secrets by what they look like, wherever they stand: in a message, an address, a field with an innocent name. */
const looks: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, SECRET], // a JSON web token
  [/\bBearer\s+(?!\[)[\w.~+/=-]+/gi, `Bearer ${SECRET}`],
  [/\b[0-9a-f]{64}\b/gi, SECRET], // a payment's signature, or any SHA-256
  [/\b((?:[\w-]*(?:token|secret|signature|password))=)(?!\[)[^&\s"]+/gi, `$1${SECRET}`],
  [/#[\w-]{40,100}(?![\w-])/g, `#${SECRET}`], // the token of a letter's link
  [/(\/api\/calendar\/)[\w-]{20,}/g, `$1${SECRET}`], // the address of a calendar feed
  [/[^\s<>"(),;:@[\]/=]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu, EMAIL],
  [/\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}\b/gi, GSTIN],
  [/\b(?:\d{4}[ -]?){3}\d{4,7}\b/g, SECRET], // a card
  [/\+\d{1,3}[ -]?\d{4,5}[ -]?\d{4,6}\b/g, PHONE],
  [/\b[6-9]\d{4}[ -]?\d{5}\b/g, PHONE],
];

const inText = (text: string): string => looks.reduce((left, [look, mark]) => left.replace(look, mark), text);

/** What stands in for a field's content because of the field's name; undefined when the name says nothing. */
function markFor(field: string): string | undefined {
  if (secretField.test(field)) return SECRET;
  if (emailField.test(field)) return EMAIL;
  if (phoneField.test(field)) return PHONE;
  return invoiceFields.find(([name]) => name.test(field))?.[1];
}

/** That there is nothing, or a yes or no, gives no secret away and is what a developer looks for. */
function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return true;
  return typeof value === 'object' && !hasToJson(value) && Object.values(value).every(isYesOrNo);
}

const isYesOrNo = (value: unknown): boolean => value === null || typeof value === 'boolean';

interface Reference {
  readonly xstate$$type: unknown;
  readonly id: unknown;
}

const isReference = (value: object): value is Reference => 'xstate$$type' in value;

const hasToJson = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** A plain copy without secrets. `above` are the objects it lies in, for circles. */
function copyOf(value: unknown, above: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return inText(value);
    case 'bigint':
      return `${value}n`;
    case 'function':
      return undefined;
    case 'symbol':
      return String(value);
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (above.includes(value)) return '[circular]';
  if (above.length >= DEPTH) return '[deeper]';
  const within = [...above, value];
  // As JSON does it: a Redacted becomes its placeholder, a Failure what may be known of it, an actor its name.
  if (hasToJson(value)) return copyOf(value.toJSON(), within);
  if (isReference(value)) return { xstate$$type: value.xstate$$type, id: copyOf(value.id, within) };
  if (Array.isArray(value)) return value.map((item) => copyOf(item, within));
  if (value instanceof Map || value instanceof Set) return [...value].map((item) => copyOf(item, within));
  if (value instanceof Error) return { name: value.name, message: inText(value.message) };
  if (typeof Node !== 'undefined' && value instanceof Node) return `[${value.nodeName.toLowerCase()}]`;
  return fieldsOf(value as Record<string, unknown>, within);
}

function fieldsOf(fields: Record<string, unknown>, above: readonly object[]): Record<string, unknown> {
  // { field: 'password', value: '…' }, as forms tell what was typed.
  const spoken = ['field', 'name', 'key'].map((name) => fields[name]).find((it) => typeof it === 'string');
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value === 'function') continue; // as JSON does it
    const mark = markFor(name) ?? (name === 'value' && spoken !== undefined ? markFor(spoken) : undefined);
    const isShown = mark === undefined || saysNothing(value) || isReferenceTo(value);
    copy[name] = isShown ? copyOf(value, above) : mark;
  }
  return copy;
}

/** An actor called `watchTokens` is not a token. */
const isReferenceTo = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isReference(value) || (hasToJson(value) && 'sessionId' in value && 'send' in value));

/**
 * A message for an inspector as plain data, without passwords, tokens, signatures, card numbers, e-mail addresses,
 * phone numbers, and companies with their addresses and GSTINs: neither in context nor in events, inputs, outputs, errors or addresses (ruling 13). It goes over the
 * whole message, because Stately's own hooks leave out the input and the output of promises. Doing it twice changes
 * nothing. People's names stay: without them one could not tell one payer or booking from another.
 */
export function redact(message: Message): Message {
  const copy = copyOf(message, []) as Message;
  if (!('snapshot' in copy) || !('snapshot' in message)) return copy;
  // Only names of states are in a state value, and some are called after what is entered there.
  const value: unknown = (message.snapshot as { value?: unknown } | undefined)?.value;
  if (isStateValue(value)) Object.assign(copy.snapshot, { value });
  return copy;
}

/** Any value as plain data without secrets, as messages have it. */
export const redactedValue = (value: unknown): unknown => copyOf(value, []);

const isStateValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^[\w-]{1,60}$/.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).every(isStateValue);
