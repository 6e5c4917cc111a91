import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { InjectOptions } from 'fastify';
import { paths } from '../contract/paths.ts';
import { accessTokens } from '../server/account/session/accessTokens.ts';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { openDatabase } from '../server/platform/database/connection/open.ts';
import { gatewayFromConfig, webhookSecrets } from '../server/payments/provider/fromConfig.ts';
import { describeMachine, median, printTable } from './figures.ts';

/*
 * `npm run bench:parsers`: how long a single hostile request of the largest size blocks the server, which parses all requests on
 * one thread. Every row is one request through the whole application, without a socket; the figures are milliseconds.
 * `-- --rounds N` sets how often each request is repeated.
 */

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '15' } },
});
const rounds = Number(values.rounds);

/** The longest time that one request may take. */
const MAX_MS = 20;
/** The largest body that the server accepts, and nearly the largest head that Node accepts. */
const BODY_BYTES = 64 * 1024;
const HEAD_BYTES = 15 * 1024;

/** Repeats a text up to a size, with a prefix and a suffix. */
const repeatToSize = (text: string, { before = '', after = '', bytes = BODY_BYTES } = {}): string =>
  before + text.repeat(Math.floor((bytes - before.length - after.length) / text.length)) + after;
/** Joins numbered items up to a size. */
function numberedToSize(item: (n: number) => string, separator: string, bytes = BODY_BYTES): string {
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
const multipartField = (name: string, value = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const MULTIPART_END = '--x--\r\n';

/** Bodies that every POST parses before it authenticates the caller. */
const bodyCases: readonly (readonly [string, string, string])[] = [
  ['form of distinct names', URLENCODED, numberedToSize((n) => n.toString(36), '&')],
  ['form of one name', URLENCODED, repeatToSize('a&')],
  ['form of separators', URLENCODED, repeatToSize('&')],
  ['form of percent signs', URLENCODED, repeatToSize('%', { before: 'name=' })],
  ['form of pluses', URLENCODED, repeatToSize('+', { before: 'name=' })],
  [
    'form under the header of JSON',
    JSON_TYPE,
    `a=&${numberedToSize((n) => n.toString(36), '&', BODY_BYTES - 4)}`,
  ],
  [
    'multipart of distinct names',
    MULTIPART,
    numberedToSize((n) => multipartField(n.toString(36)), '', BODY_BYTES - 10) + MULTIPART_END,
  ],
  ['multipart of one name', MULTIPART, repeatToSize(multipartField('a'), { after: MULTIPART_END })],
  [
    'multipart of header lines',
    MULTIPART,
    repeatToSize('a:b\r\n', { before: '--x\r\n', after: `\r\n\r\n${MULTIPART_END}` }),
  ],
  [
    'multipart of header parameters',
    MULTIPART,
    repeatToSize(' a="b";', {
      before: '--x\r\nContent-Disposition: form-data;',
      after: `\r\n\r\n\r\n${MULTIPART_END}`,
    }),
  ],
  [
    'multipart of almost-boundaries',
    MULTIPART,
    repeatToSize('\r\n--', { before: multipartField('a').slice(0, -2), after: `\r\n${MULTIPART_END}` }),
  ],
  [
    'multipart of spaces in a header',
    MULTIPART,
    repeatToSize(' ', {
      before: '--x\r\nContent-Disposition:',
      after: `form-data; name="a"\r\n\r\n\r\n${MULTIPART_END}`,
    }),
  ],
  [
    'multipart of escapes in a name',
    MULTIPART,
    repeatToSize('%22', {
      before: '--x\r\nContent-Disposition: form-data; name="',
      after: `"\r\n\r\n\r\n${MULTIPART_END}`,
    }),
  ],
  ['multipart without an end', MULTIPART, repeatToSize('\n', { before: '--x\r\n' })],
  [
    'multipart under the header of JSON',
    JSON_TYPE,
    numberedToSize((n) => multipartField(n.toString(36)), '', BODY_BYTES - 10) + MULTIPART_END,
  ],
  ['boundary without an end under JSON', JSON_TYPE, repeatToSize('x', { before: '--' })],
  ['JSON of lists in lists', JSON_TYPE, '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2)],
  ['JSON of objects in objects', JSON_TYPE, '{"":'.repeat(13_000) + '1' + '}'.repeat(13_000)],
  [
    'JSON of distinct names',
    JSON_TYPE,
    `{${numberedToSize((n) => `"${n.toString(36)}":1`, ',', BODY_BYTES - 2)}}`,
  ],
  ['JSON of one name', JSON_TYPE, `{${repeatToSize('"a":1,', { bytes: BODY_BYTES - 10 })}"a":1}`],
  [
    'JSON of numbers as names',
    JSON_TYPE,
    `{${numberedToSize((n) => `"${n * 4099}":1`, ',', BODY_BYTES - 2)}}`,
  ],
  ['JSON of empty objects', JSON_TYPE, `[${repeatToSize('{},', { bytes: BODY_BYTES - 4 })}{}]`],
  [
    'JSON of poisoned prototypes',
    JSON_TYPE,
    `[${repeatToSize('{"__proto__x":1},', { bytes: BODY_BYTES - 4 })}{}]`,
  ],
  ['JSON of nested poison', JSON_TYPE, '{"a":'.repeat(10_000) + '{"__proto__":1}' + '}'.repeat(10_000)],
  ['JSON of underscores', JSON_TYPE, repeatToSize('_', { before: '"', after: '"' })],
  ['JSON of escapes', JSON_TYPE, repeatToSize('\\u005f', { before: '"', after: '"' })],
  ['JSON text of spaces', JSON_TYPE, repeatToSize(' ', { before: '{"email":"', after: '"}' })],
  ['JSON number of digits', JSON_TYPE, repeatToSize('9', { before: '{"id":', after: '}' })],
];

/** The body of a call with one changed field. */
const withField = (fields: object, field: string, value: unknown): string =>
  JSON.stringify({ ...fields, [field]: value });
const longText = (unit: string): string => repeatToSize(unit, { bytes: BODY_BYTES - 2000 });
const registration = { first_name: 'A', email: 'a@b.in', password: 'x', phone: '+919840012345' };
const credentials = { email: 'a@b.in', password: 'x' };
const booking = { mid: 1, uid: 'x', bdate: '2025-11-22', stime: '08:00', etime: '08:00', ctime: '08:30' };

/** Hostile values of single fields. */
const fieldCases: readonly (readonly [string, string, string])[] = [
  ['email of letters', paths.register, withField(registration, 'email', longText('a'))],
  ['email of dots', paths.register, withField(registration, 'email', `a@${longText('.')}`)],
  ['email of spaces', paths.register, withField(registration, 'email', `a${longText(' ')}b`)],
  ['email just short enough', paths.register, withField(registration, 'email', `a@${'.a'.repeat(125)}@`)],
  ['phone of digits', paths.register, withField(registration, 'phone', longText('9'))],
  ['phone of brackets', paths.register, withField(registration, 'phone', `+91${longText('(')}`)],
  ['phone of separators', paths.register, withField(registration, 'phone', `+91${longText('- ')}1`)],
  [
    'phone of extensions',
    paths.register,
    withField(registration, 'phone', `+919840012345${longText(' ext. 1')}`),
  ],
  ['phone just short enough', paths.register, withField(registration, 'phone', `+91${'9 '.repeat(120)}`)],
  ['sign-in with a long password', paths.login, withField(credentials, 'password', longText('x'))],
  ['sign-in of lists', paths.login, JSON.stringify({ email: Array(30_000).fill(1), password: [] })],
  ['refresh token', paths.refresh, withField({}, 'token', longText('x'))],
  [
    'enquiry of spaces',
    paths.enquire,
    JSON.stringify({ name: `a${longText(' ')}b`, email: 'a', phone: '1', enquire_for: 'x' }),
  ],
  ['date of digits', paths.takenSlots, withField({ id: 1 }, 'date', longText('2'))],
  ['room of digits', paths.takenSlots, withField({ date: '2025-11-22' }, 'id', longText('2'))],
  [
    'rooms as a list',
    paths.takenSlotsOfRooms,
    withField({ date: '2025-11-22' }, 'ids', Array(32_000).fill(1)),
  ],
  [
    'rooms as a list of objects',
    paths.takenSlotsOfRooms,
    withField(
      { date: '2025-11-22' },
      'ids',
      Array.from({ length: 20_000 }, () => ({})),
    ),
  ],
  ['rooms as text', paths.takenSlotsOfRooms, withField({ date: '2025-11-22' }, 'ids', longText('1,'))],
  ['rooms as commas', paths.takenSlotsOfRooms, withField({ date: '2025-11-22' }, 'ids', longText(','))],
  [
    'rooms, as many as allowed, none right',
    paths.takenSlotsOfRooms,
    withField({ date: '2025-11-22' }, 'ids', Array(1000).fill('x')),
  ],
  ['booking, time of digits', paths.book, withField(booking, 'stime', longText('1'))],
  [
    'payment, amount of digits',
    paths.createPayment,
    withField({ ...booking, currency: 'INR' }, 'amount', longText('1')),
  ],
  [
    'payment, amount of spaces',
    paths.createPayment,
    withField({ ...booking, currency: 'INR' }, 'amount', `1${longText(' ')}1`),
  ],
  [
    'signature of digits',
    paths.completePayment,
    withField(
      { booking_id: 'x', order_id: 'order_', payment_id: 'pay_', amount: 1 },
      'signature',
      longText('a'),
    ),
  ],
  [
    'booking under every other name',
    paths.book,
    `{${numberedToSize((n) => `"n${n}":1`, ',', BODY_BYTES - 60)},"meeting_room":1}`,
  ],
];

const longPath = (unit: string, before = '/', after = ''): string =>
  repeatToSize(unit, { before, after, bytes: HEAD_BYTES });

/** Hostile URLs. */
const urlCases: readonly (readonly [string, string])[] = [
  ['path of slashes', longPath('/', '/', 'x')],
  ['path of slashes in groups', longPath('///////x')],
  ['path of dots', longPath('.')],
  ['path of ways up', longPath('../')],
  ['path of escapes', longPath('%2e')],
  ['path of letters', longPath('a', '/.', '!')],
  ['path of segments', longPath('a/')],
  ['path of a post', longPath('1', '/blog/')],
  ['path of dots and letters', longPath('.a')],
  ['query of distinct names', `${paths.blog}?${numberedToSize((n) => n.toString(36), '&', HEAD_BYTES)}`],
  ['query of one name', `${paths.blog}?${repeatToSize('page=1&', { bytes: HEAD_BYTES })}`],
  ['query of separators', `${paths.blog}?${repeatToSize('&', { bytes: HEAD_BYTES })}`],
  ['query of escapes', `${paths.blog}?page=${repeatToSize('%25', { bytes: HEAD_BYTES })}`],
  ['query of pluses', `${paths.rooms}?city=${repeatToSize('+', { bytes: HEAD_BYTES, after: 'x' })}`],
  ['query of the live view', `${paths.liveSlots}?date=${repeatToSize('2', { bytes: HEAD_BYTES })}`],
];

const longHeader = (unit: string, before = '', after = ''): string =>
  repeatToSize(unit, { before, after, bytes: HEAD_BYTES });

/** Hostile values of headers that the framework and its plugins parse. */
const headerCases: readonly (readonly [string, string, Record<string, string>])[] = [
  ['bearer token of letters', paths.memberDetails, { authorization: longHeader('a', 'Bearer ') }],
  ['bearer token of dots', paths.memberDetails, { authorization: longHeader('.', 'Bearer ') }],
  ['bearer token of spaces', paths.memberDetails, { authorization: longHeader(' ', 'Bearer ', 'x') }],
  [
    'bearer token of three parts',
    paths.memberDetails,
    { authorization: `Bearer ${'e'.repeat(5000)}.${'e'.repeat(5000)}.${'e'.repeat(40)}` },
  ],
  ['forwarded addresses', paths.rooms, { 'x-forwarded-for': longHeader('127.0.0.1,') }],
  ['forwarded commas', paths.rooms, { 'x-forwarded-for': longHeader(',') }],
  ['cookies', paths.rooms, { cookie: longHeader('a=b; ') }],
  ['accepted encodings', '/assets/main.js', { 'accept-encoding': longHeader('a;q=0.1,') }],
  ['ranges', '/assets/main.js', { range: longHeader('0-1,', 'bytes=') }],
  ['known tags', '/assets/main.js', { 'if-none-match': longHeader('"a",') }],
  ['known tags of spaces', '/assets/main.js', { 'if-none-match': longHeader(' ', '"a"', '"b"') }],
  ['known tags of the API', paths.rooms, { 'if-none-match': longHeader('"a",') }],
  ['dates', '/assets/main.js', { 'if-modified-since': longHeader('1') }],
  ['origin', paths.rooms, { origin: longHeader('a', 'https://') }],
];

const contentTypeCases: readonly (readonly [string, string])[] = [
  [
    'content type of parameters',
    repeatToSize(' ;a="b"', { before: 'multipart/form-data', bytes: HEAD_BYTES }),
  ],
  [
    'content type of quotes',
    repeatToSize('"\\', { before: 'multipart/form-data; boundary="', bytes: HEAD_BYTES }),
  ],
  [
    'content type of spaces',
    repeatToSize(' ', { before: 'application/json', after: 'x', bytes: HEAD_BYTES }),
  ],
  ['content type of slashes', repeatToSize('/', { before: 'a', bytes: HEAD_BYTES })],
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
const connection = await openDatabase(config);
await migrate(connection.database);
const app = await buildApp({
  config,
  database: connection.database,
  gateway: gatewayFromConfig(config, () => 'http://127.0.0.1:1'),
  now: Date.now,
  siteRoot: site,
});

interface HostileRequest {
  readonly name: string;
  readonly request: InjectOptions;
}

const token = await accessTokens(config, Date.now).issue({ id: 'nobody', isMember: false, sessionId: null });
const signedIn = { authorization: `Bearer ${token}` };
const [webhookSecret = ''] = webhookSecrets(config);
const postRequest = (
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
  ...bodyCases.map(([name, type, body]) => ({ name, request: postRequest(paths.login, type, body) })),
  ...bodyCases
    .filter(([, type]) => type === JSON_TYPE)
    .map(([name, type, body]) => ({
      name: `${name}, to a booking`,
      request: postRequest(paths.book, type, body, signedIn),
    })),
  ...bodyCases.slice(0, 1).map(([name, type, body]) => ({
    name: `${name}, to nowhere`,
    request: postRequest('/api/nothing', type, body),
  })),
  ...bodyCases.slice(0, 1).map(([name, type, body]) => ({
    name: `${name}, to the sandbox`,
    request: postRequest('/sandbox/v1/checkout/pay', type, body, { 'sec-fetch-site': 'same-origin' }),
  })),
  ...bodyCases.map(([name, , body]) => ({
    name: `signed webhook: ${name}`,
    request: postRequest(paths.paymentWebhook, JSON_TYPE, body, {
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    }),
  })),
  ...fieldCases.map(([name, url, body]) => ({ name, request: postRequest(url, JSON_TYPE, body, signedIn) })),
  ...urlCases.map(([name, url]) => ({ name, request: { method: 'GET' as const, url } })),
  ...urlCases
    .slice(0, 9)
    .map(([name, url]) => ({ name: `${name}, posted to`, request: { method: 'POST' as const, url } })),
  ...headerCases.map(([name, url, headers]) => ({ name, request: { method: 'GET' as const, url, headers } })),
  ...contentTypeCases.map(([name, type]) => ({ name, request: postRequest(paths.login, type, 'x') })),
];

const rows: (string | number)[][] = [];
for (const { name, request } of requests) {
  const durations: number[] = [];
  let status = 0;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    ({ statusCode: status } = await app.inject(request));
    durations.push(performance.now() - began);
  }
  rows.push([
    name,
    status,
    (durations[0] ?? 0).toFixed(1),
    median(durations).toFixed(1),
    Math.max(...durations.slice(1)).toFixed(1),
  ]);
}

console.log(`${describeMachine()}; ${rounds} requests each, milliseconds\n`);
rows.sort((a, b) => Number(b[3]) - Number(a[3]));
printTable(['request', 'status', 'first', 'median', 'worst of the rest'], rows);
const tooSlow = rows.filter((row) => Number(row[3]) >= MAX_MS);
console.log(
  `\n${rows.length} kinds of request, ${tooSlow.length} of them over ${MAX_MS} ms${tooSlow.length > 0 ? `: ${tooSlow.map(([name]) => name).join(', ')}` : ''}`,
);

await app.close();
await connection.close();
rmSync(root, { recursive: true, force: true });
process.exit(tooSlow.length > 0 ? 1 : 0);
