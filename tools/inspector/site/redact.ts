import type { Message } from '../protocol.ts';

/** Deeper than the nesting of this project's machines; deeper values are cut off. */
const MAX_DEPTH = 40;

const SECRET = '[redacted]';
const EMAIL = '[email]';
const PHONE = '[phone]';
const GSTIN = '[GSTIN]';
const COMPANY = '[company]';
const ADDRESS = '[address]';

/** Names of fields whose value is always a secret. The complete call may name its signature `sign` (ruling 16). */
const secretField =
  /pass(word|phrase|code)|secret|token|signature|^sign$|authori[sz]ation|credential|cookie|^otp$|^cv[vc]$|card_?number/i;
const emailField = /e-?mail/i;
const phoneField = /phone|mobile|^contact$|whatsapp/i;
/** Names of invoice fields that identify a company. Rooms have their addresses in other fields. */
const invoiceFields: readonly (readonly [RegExp, string])[] = [
  [/gstin/i, GSTIN],
  [/^company(_?name)?$|^website$/i, COMPANY],
  [/^(billing_?)?address$/i, ADDRESS],
];

/** Patterns of secrets in any text: in a message, an address, or a field with a harmless name. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, SECRET], // a JSON web token
  [/\bBearer\s+(?!\[)[\w.~+/=-]+/gi, `Bearer ${SECRET}`],
  [/\b[0-9a-f]{64}\b/gi, SECRET], // a payment's signature, or any SHA-256
  [/\b((?:[\w-]*(?:token|secret|signature|password))=)(?!\[)[^&\s"]+/gi, `$1${SECRET}`],
  [/#[\w-]{40,100}(?![\w-])/g, `#${SECRET}`], // the token of an email's link
  [/(\/api\/calendar\/)[\w-]{20,}/g, `$1${SECRET}`], // the address of a calendar feed
  [/[^\s<>"(),;:@[\]/=]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu, EMAIL],
  [/\b\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}\b/gi, GSTIN],
  [/\b(?:\d{4}[ -]?){3}\d{4,7}\b/g, SECRET], // a card
  [/\+\d{1,3}[ -]?\d{4,5}[ -]?\d{4,6}\b/g, PHONE],
  [/\b[6-9]\d{4}[ -]?\d{5}\b/g, PHONE],
];

const redactText = (text: string): string =>
  secretPatterns.reduce((left, [look, mark]) => left.replace(look, mark), text);

/** By the field's name; undefined for a harmless one. */
function placeholderFor(field: string): string | undefined {
  if (secretField.test(field)) return SECRET;
  if (emailField.test(field)) return EMAIL;
  if (phoneField.test(field)) return PHONE;
  return invoiceFields.find(([name]) => name.test(field))?.[1];
}

/** Whether a value reveals no secret: an empty value or a boolean, which a developer needs to see. */
function isHarmless(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return true;
  return typeof value === 'object' && !hasToJson(value) && Object.values(value).every(isBooleanOrNull);
}

const isBooleanOrNull = (value: unknown): boolean => value === null || typeof value === 'boolean';

type Reference = { readonly xstate$$type: unknown; readonly id: unknown };

const isReference = (value: object): value is Reference => 'xstate$$type' in value;

const hasToJson = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** A plain copy without secrets. `ancestors`: the objects around the value, for detecting circular references. */
function redactedCopy(value: unknown, ancestors: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value);
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
  if (ancestors.includes(value)) return '[circular]';
  if (ancestors.length >= MAX_DEPTH) return '[deeper]';
  const path = [...ancestors, value];
  // As in JSON: a Redacted becomes its placeholder, a Failure its public fields, an actor its name.
  if (hasToJson(value)) return redactedCopy(value.toJSON(), path);
  if (isReference(value)) return { xstate$$type: value.xstate$$type, id: redactedCopy(value.id, path) };
  if (Array.isArray(value)) return value.map((item) => redactedCopy(item, path));
  if (value instanceof Map || value instanceof Set) return [...value].map((item) => redactedCopy(item, path));
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
  if (typeof Node !== 'undefined' && value instanceof Node) return `[${value.nodeName.toLowerCase()}]`;
  return redactFields(value as Record<string, unknown>, path);
}

function redactFields(
  fields: Record<string, unknown>,
  ancestors: readonly object[],
): Record<string, unknown> {
  // { field: 'password', value: '…' }: the events of forms have the name of the field in another field.
  const describedField = ['field', 'name', 'key']
    .map((name) => fields[name])
    .find((it) => typeof it === 'string');
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value === 'function') continue; // as in JSON
    const placeholder =
      placeholderFor(name) ??
      (name === 'value' && describedField !== undefined ? placeholderFor(describedField) : undefined);
    const isShown = placeholder === undefined || isHarmless(value) || isReferenceTo(value);
    copy[name] = isShown ? redactedCopy(value, ancestors) : placeholder;
  }
  return copy;
}

/** An actor called `watchTokens` is not a token. */
const isReferenceTo = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isReference(value) || (hasToJson(value) && 'sessionId' in value && 'send' in value));

/**
 * A message for an inspector as plain data, without passwords, tokens, signatures, card numbers, email addresses, phone numbers,
 * and companies with their addresses and GSTINs: neither in context nor in events, inputs, outputs, errors or addresses (ruling
 * 13). The whole message is redacted, because Stately's hooks leave out the input and the output of promises. Redacting twice
 * changes nothing. Names of people are kept: without them, developers could not distinguish payers and bookings.
 */
export function redact(message: Message): Message {
  const copy = redactedCopy(message, []) as Message;
  if (!('snapshot' in copy) || !('snapshot' in message)) return copy;
  // A state value contains only names of states; some of them have the names of secret fields.
  const value: unknown = (message.snapshot as { value?: unknown } | undefined)?.value;
  if (isStateValue(value)) Object.assign(copy.snapshot, { value });
  return copy;
}

/** Any value as plain data without secrets, as in messages. */
export const redactedValue = (value: unknown): unknown => redactedCopy(value, []);

const isStateValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^[\w-]{1,60}$/.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).every(isStateValue);
