import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { InjectOptions } from 'fastify';
import { paths } from '../contract/paths.ts';
import { accessTokens } from '../server/accounts/accessTokens.ts';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { migrate } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open.ts';
import { gatewayFromConfig, webhookSecrets } from '../server/payments/fromConfig.ts';
import { machine, median, printTable } from './figures.mjs';

/*
 * `npm run bench:parsers`: what a single hostile request of the largest size costs the server, which reads everything on
 * one thread. Every row is one request through the whole application, without a socket; the figures are milliseconds.
 * `-- --rounds N` repeats each.
 */

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '15' } },
});
const rounds = Number(values.rounds);

/** The most that one request may cost, in milliseconds. */
const MAX_MS = 20;
/** The largest body that the server reads, and the largest head that Node does. */
const BODY_BYTES = 64 * 1024;
const HEAD_BYTES = 15 * 1024;

/** A text repeated up to a size, with something in front and behind. */
const filled = (unit: string, { before = '', after = '', bytes = BODY_BYTES } = {}): string =>
  before + unit.repeat(Math.floor((bytes - before.length - after.length) / unit.length)) + after;
/** Numbered texts up to a size. */
function numbered(item: (n: number) => string, separator: string, bytes = BODY_BYTES): string {
  const items: string[] = [];
  for (let size = 0, n = 0; ; n += 1) {
    const text = item(n);
    size += text.length + separator.length;
    if (size > bytes) return items.join(separator);
    items.push(text);
  }
}

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const JSON_TYPE = 'application/json';
const part = (name: string, value = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const END = '--x--\r\n';

/** Bodies that any POST reads before it knows who asks. */
const bodies: readonly (readonly [string, string, string])[] = [
  ['form of distinct names', URLENCODED, numbered((n) => n.toString(36), '&')],
  ['form of one name', URLENCODED, filled('a&')],
  ['form of separators', URLENCODED, filled('&')],
  ['form of percent signs', URLENCODED, filled('%', { before: 'name=' })],
  ['form of pluses', URLENCODED, filled('+', { before: 'name=' })],
  ['form under the header of JSON', JSON_TYPE, `a=&${numbered((n) => n.toString(36), '&', BODY_BYTES - 4)}`],
  [
    'multipart of distinct names',
    MULTIPART,
    numbered((n) => part(n.toString(36)), '', BODY_BYTES - 10) + END,
  ],
  ['multipart of one name', MULTIPART, filled(part('a'), { after: END })],
  ['multipart of header lines', MULTIPART, filled('a:b\r\n', { before: '--x\r\n', after: `\r\n\r\n${END}` })],
  [
    'multipart of header parameters',
    MULTIPART,
    filled(' a="b";', { before: '--x\r\nContent-Disposition: form-data;', after: `\r\n\r\n\r\n${END}` }),
  ],
  [
    'multipart of almost-boundaries',
    MULTIPART,
    filled('\r\n--', { before: part('a').slice(0, -2), after: `\r\n${END}` }),
  ],
  [
    'multipart of spaces in a header',
    MULTIPART,
    filled(' ', { before: '--x\r\nContent-Disposition:', after: `form-data; name="a"\r\n\r\n\r\n${END}` }),
  ],
  [
    'multipart of escapes in a name',
    MULTIPART,
    filled('%22', { before: '--x\r\nContent-Disposition: form-data; name="', after: `"\r\n\r\n\r\n${END}` }),
  ],
  ['multipart without an end', MULTIPART, filled('\n', { before: '--x\r\n' })],
  [
    'multipart under the header of JSON',
    JSON_TYPE,
    numbered((n) => part(n.toString(36)), '', BODY_BYTES - 10) + END,
  ],
  ['boundary without an end under JSON', JSON_TYPE, filled('x', { before: '--' })],
  ['JSON of lists in lists', JSON_TYPE, '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2)],
  ['JSON of objects in objects', JSON_TYPE, '{"":'.repeat(13_000) + '1' + '}'.repeat(13_000)],
  ['JSON of distinct names', JSON_TYPE, `{${numbered((n) => `"${n.toString(36)}":1`, ',', BODY_BYTES - 2)}}`],
  ['JSON of one name', JSON_TYPE, `{${filled('"a":1,', { bytes: BODY_BYTES - 10 })}"a":1}`],
  ['JSON of numbers as names', JSON_TYPE, `{${numbered((n) => `"${n * 4099}":1`, ',', BODY_BYTES - 2)}}`],
  ['JSON of empty objects', JSON_TYPE, `[${filled('{},', { bytes: BODY_BYTES - 4 })}{}]`],
  ['JSON of poisoned prototypes', JSON_TYPE, `[${filled('{"__proto__x":1},', { bytes: BODY_BYTES - 4 })}{}]`],
  ['JSON of nested poison', JSON_TYPE, '{"a":'.repeat(10_000) + '{"__proto__":1}' + '}'.repeat(10_000)],
  ['JSON of underscores', JSON_TYPE, filled('_', { before: '"', after: '"' })],
  ['JSON of escapes', JSON_TYPE, filled('\\u005f', { before: '"', after: '"' })],
  ['JSON text of spaces', JSON_TYPE, filled(' ', { before: '{"email":"', after: '"}' })],
  ['JSON number of digits', JSON_TYPE, filled('9', { before: '{"id":', after: '}' })],
];

/** A field of a call, with what is right in the other fields. */
const inField = (fields: object, field: string, value: unknown): string =>
  JSON.stringify({ ...fields, [field]: value });
const long = (unit: string): string => filled(unit, { bytes: BODY_BYTES - 2000 });
const registration = { first_name: 'A', email: 'a@b.in', password: 'x', phone: '+919840012345' };
const credentials = { email: 'a@b.in', password: 'x' };
const booking = { mid: 1, uid: 'x', bdate: '2025-11-22', stime: '08:00', etime: '08:00', ctime: '08:30' };

/** What a single field may hold. */
const fields: readonly (readonly [string, string, string])[] = [
  ['e-mail of letters', paths.register, inField(registration, 'email', long('a'))],
  ['e-mail of dots', paths.register, inField(registration, 'email', `a@${long('.')}`)],
  ['e-mail of spaces', paths.register, inField(registration, 'email', `a${long(' ')}b`)],
  ['e-mail just short enough', paths.register, inField(registration, 'email', `a@${'.a'.repeat(125)}@`)],
  ['phone of digits', paths.register, inField(registration, 'phone', long('9'))],
  ['phone of brackets', paths.register, inField(registration, 'phone', `+91${long('(')}`)],
  ['phone of separators', paths.register, inField(registration, 'phone', `+91${long('- ')}1`)],
  ['phone of extensions', paths.register, inField(registration, 'phone', `+919840012345${long(' ext. 1')}`)],
  ['phone just short enough', paths.register, inField(registration, 'phone', `+91${'9 '.repeat(120)}`)],
  ['sign-in with a long password', paths.login, inField(credentials, 'password', long('x'))],
  ['sign-in of lists', paths.login, JSON.stringify({ email: Array(30_000).fill(1), password: [] })],
  ['refresh token', paths.refresh, inField({}, 'token', long('x'))],
  [
    'enquiry of spaces',
    paths.enquire,
    JSON.stringify({ name: `a${long(' ')}b`, email: 'a', phone: '1', enquire_for: 'x' }),
  ],
  ['date of digits', paths.takenSlots, inField({ id: 1 }, 'date', long('2'))],
  ['room of digits', paths.takenSlots, inField({ date: '2025-11-22' }, 'id', long('2'))],
  ['rooms as a list', paths.takenSlotsOfRooms, inField({ date: '2025-11-22' }, 'ids', Array(32_000).fill(1))],
  [
    'rooms as a list of objects',
    paths.takenSlotsOfRooms,
    inField(
      { date: '2025-11-22' },
      'ids',
      Array.from({ length: 20_000 }, () => ({})),
    ),
  ],
  ['rooms as text', paths.takenSlotsOfRooms, inField({ date: '2025-11-22' }, 'ids', long('1,'))],
  ['rooms as commas', paths.takenSlotsOfRooms, inField({ date: '2025-11-22' }, 'ids', long(','))],
  [
    'rooms, as many as allowed, none right',
    paths.takenSlotsOfRooms,
    inField({ date: '2025-11-22' }, 'ids', Array(1000).fill('x')),
  ],
  ['booking, time of digits', paths.book, inField(booking, 'stime', long('1'))],
  [
    'payment, amount of digits',
    paths.createPayment,
    inField({ ...booking, currency: 'INR' }, 'amount', long('1')),
  ],
  [
    'payment, amount of spaces',
    paths.createPayment,
    inField({ ...booking, currency: 'INR' }, 'amount', `1${long(' ')}1`),
  ],
  [
    'signature of digits',
    paths.completePayment,
    inField({ booking_id: 'x', order_id: 'order_', payment_id: 'pay_', amount: 1 }, 'signature', long('a')),
  ],
  [
    'booking under every other name',
    paths.book,
    `{${numbered((n) => `"n${n}":1`, ',', BODY_BYTES - 60)},"meeting_room":1}`,
  ],
];

const filledPath = (unit: string, before = '/', after = ''): string =>
  filled(unit, { before, after, bytes: HEAD_BYTES });

/** Addresses that are read before anything else. */
const addresses: readonly (readonly [string, string])[] = [
  ['path of slashes', filledPath('/', '/', 'x')],
  ['path of slashes in groups', filledPath('///////x')],
  ['path of dots', filledPath('.')],
  ['path of ways up', filledPath('../')],
  ['path of escapes', filledPath('%2e')],
  ['path of letters', filledPath('a', '/.', '!')],
  ['path of segments', filledPath('a/')],
  ['path of a post', filledPath('1', '/blog/')],
  ['path of dots and letters', filledPath('.a')],
  ['query of distinct names', `${paths.blog}?${numbered((n) => n.toString(36), '&', HEAD_BYTES)}`],
  ['query of one name', `${paths.blog}?${filled('page=1&', { bytes: HEAD_BYTES })}`],
  ['query of separators', `${paths.blog}?${filled('&', { bytes: HEAD_BYTES })}`],
  ['query of escapes', `${paths.blog}?page=${filled('%25', { bytes: HEAD_BYTES })}`],
  ['query of pluses', `${paths.rooms}?city=${filled('+', { bytes: HEAD_BYTES, after: 'x' })}`],
  ['query of the live view', `${paths.liveSlots}?date=${filled('2', { bytes: HEAD_BYTES })}`],
];

const header = (unit: string, before = '', after = ''): string =>
  filled(unit, { before, after, bytes: HEAD_BYTES });

/** Heads that the framework and its plugins read. */
const heads: readonly (readonly [string, string, Record<string, string>])[] = [
  ['bearer token of letters', paths.memberDetails, { authorization: header('a', 'Bearer ') }],
  ['bearer token of dots', paths.memberDetails, { authorization: header('.', 'Bearer ') }],
  ['bearer token of spaces', paths.memberDetails, { authorization: header(' ', 'Bearer ', 'x') }],
  [
    'bearer token of three parts',
    paths.memberDetails,
    { authorization: `Bearer ${'e'.repeat(5000)}.${'e'.repeat(5000)}.${'e'.repeat(40)}` },
  ],
  ['forwarded addresses', paths.rooms, { 'x-forwarded-for': header('127.0.0.1,') }],
  ['forwarded commas', paths.rooms, { 'x-forwarded-for': header(',') }],
  ['cookies', paths.rooms, { cookie: header('a=b; ') }],
  ['accepted encodings', '/assets/main.js', { 'accept-encoding': header('a;q=0.1,') }],
  ['ranges', '/assets/main.js', { range: header('0-1,', 'bytes=') }],
  ['known tags', '/assets/main.js', { 'if-none-match': header('"a",') }],
  ['known tags of spaces', '/assets/main.js', { 'if-none-match': header(' ', '"a"', '"b"') }],
  ['known tags of the API', paths.rooms, { 'if-none-match': header('"a",') }],
  ['dates', '/assets/main.js', { 'if-modified-since': header('1') }],
  ['origin', paths.rooms, { origin: header('a', 'https://') }],
];

const contentTypes: readonly (readonly [string, string])[] = [
  ['content type of parameters', filled(' ;a="b"', { before: 'multipart/form-data', bytes: HEAD_BYTES })],
  ['content type of quotes', filled('"\\', { before: 'multipart/form-data; boundary="', bytes: HEAD_BYTES })],
  ['content type of spaces', filled(' ', { before: 'application/json', after: 'x', bytes: HEAD_BYTES })],
  ['content type of slashes', filled('/', { before: 'a', bytes: HEAD_BYTES })],
];

const root = mkdtempSync(join(tmpdir(), 'litrooms-parsers-'));
const site = join(root, 'site');
mkdirSync(join(site, 'assets'), { recursive: true });
for (const name of ['index.html', 'app.html', '404.html', 'assets/main.js'])
  writeFileSync(join(site, name), 'x');

const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATA_DIR: join(root, 'data'),
  TRUST_PROXY: 'loopback',
  SITE_ORIGINS: 'https://elsewhere.example',
  RATE_LIMIT_LOGIN: '100000',
  RATE_LIMIT_REGISTER: '100000',
  RATE_LIMIT_ENQUIRE: '100000',
});
const open = await openDatabase(config);
await migrate(open.database);
const app = await buildApp({
  config,
  database: open.database,
  gateway: gatewayFromConfig(config, () => 'http://127.0.0.1:1'),
  now: Date.now,
  siteRoot: site,
});

interface HostileRequest {
  readonly what: string;
  readonly request: InjectOptions;
}

const token = await accessTokens(config, Date.now).issue({ id: 'nobody', isMember: false, sessionId: null });
const signedIn = { authorization: `Bearer ${token}` };
const [webhookSecret = ''] = webhookSecrets(config);
const posted = (
  url: string,
  type: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
) => ({
  method: 'POST' as const,
  url,
  payload,
  headers: { 'content-type': type, ...headers },
});

const requests: readonly HostileRequest[] = [
  ...bodies.map(([what, type, body]) => ({ what, request: posted(paths.login, type, body) })),
  ...bodies
    .filter(([, type]) => type === JSON_TYPE)
    .map(([what, type, body]) => ({
      what: `${what}, to a booking`,
      request: posted(paths.book, type, body, signedIn),
    })),
  ...bodies.slice(0, 1).map(([what, type, body]) => ({
    what: `${what}, to nowhere`,
    request: posted('/api/nothing', type, body),
  })),
  ...bodies.slice(0, 1).map(([what, type, body]) => ({
    what: `${what}, to the sandbox`,
    request: posted('/sandbox/v1/checkout/pay', type, body, { 'sec-fetch-site': 'same-origin' }),
  })),
  ...bodies.map(([what, , body]) => ({
    what: `signed webhook: ${what}`,
    request: posted(paths.paymentWebhook, JSON_TYPE, body, {
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    }),
  })),
  ...fields.map(([what, url, body]) => ({ what, request: posted(url, JSON_TYPE, body, signedIn) })),
  ...addresses.map(([what, url]) => ({ what, request: { method: 'GET' as const, url } })),
  ...addresses
    .slice(0, 9)
    .map(([what, url]) => ({ what: `${what}, posted to`, request: { method: 'POST' as const, url } })),
  ...heads.map(([what, url, headers]) => ({ what, request: { method: 'GET' as const, url, headers } })),
  ...contentTypes.map(([what, type]) => ({ what, request: posted(paths.login, type, 'x') })),
];

const rows: (string | number)[][] = [];
for (const { what, request } of requests) {
  const took: number[] = [];
  let status = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    ({ statusCode: status } = await app.inject(request));
    took.push(performance.now() - began);
  }
  rows.push([
    what,
    status,
    (took[0] ?? 0).toFixed(1),
    median(took).toFixed(1),
    Math.max(...took.slice(1)).toFixed(1),
  ]);
}

console.log(`${machine()}; ${rounds} requests each, milliseconds\n`);
rows.sort((a, b) => Number(b[3]) - Number(a[3]));
printTable(['request', 'status', 'first', 'median', 'worst of the rest'], rows);
const over = rows.filter((row) => Number(row[3]) >= MAX_MS);
console.log(
  `\n${rows.length} kinds of request, ${over.length} of them over ${MAX_MS} ms${over.length > 0 ? `: ${over.map(([what]) => what).join(', ')}` : ''}`,
);

await app.close();
await open.close();
rmSync(root, { recursive: true, force: true });
process.exit(over.length > 0 ? 1 : 0);
