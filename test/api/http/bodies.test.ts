import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { MAX_FIELDS } from '../../../server/platform/http/body/bodyLimits.ts';
import { fieldsOf } from '../../../server/platform/http/body/formBody.ts';
import { get, post, send, signIn, type BodyKind, type ErrorResponse } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const enquiry = { name: 'Anu', email: 'anu', phone: '1', enquire_for: 'மேசை & நாற்காலி = 10%' };
const enquiries = () =>
  server.database.selectFrom('enquiry').select(['name', 'email', 'phone', 'enquire_for']).execute();
const sendBody = (body: BodyInit, contentType?: string): Promise<ErrorResponse> =>
  send(server, paths.enquire, {
    method: 'POST',
    body,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

const URLENCODED = 'application/x-www-form-urlencoded';
const END = '--x--\r\n';
const part = (name: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
/** Numbered texts that almost fill the largest accepted body. */
function numbered(item: (n: number) => string, separator: string): string {
  let text = item(0);
  for (let n = 1; text.length < 60_000; n += 1) text += separator + item(n);
  return text;
}

describe('every POST reads JSON, urlencoded and multipart bodies', () => {
  const kinds: BodyKind[] = ['json', 'urlencoded', 'multipart'];

  test('an enquiry that is sent twice is stored once, and another enquiry of the same person is stored too', async () => {
    await server.database.deleteFrom('enquiry').execute();
    const other = { ...enquiry, enquire_for: 'Only four chairs after all' };
    const later = { ...enquiry, wanted_on: '2026-12-24', people: 12, message: 'With lunch' };
    const responses = await Promise.all(
      [enquiry, enquiry, enquiry, other, later, later].map((each) => post(server, paths.enquire, each)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await enquiries()).toHaveLength(3);
    expect(await enquiries()).toEqual(expect.arrayContaining([enquiry, other]));
  });

  test.each([
    ['wanted_on', '2026-02-30'],
    ['people', '0'],
    ['people', 'many'],
    ['message', 'a'.repeat(4001)],
  ])('an enquiry with a wrong %s is refused with the name of the field', async (field, value) => {
    const response = (await post(server, paths.enquire, { ...enquiry, [field]: value })) as ErrorResponse;
    expect(response.status).toBe(400);
    expect(Object.keys(response.body.error.fields ?? {})).toEqual([field]);
  });

  test.each(kinds)('an enquiry as %s is stored unchanged', async (as) => {
    await server.database.deleteFrom('enquiry').execute();
    const { status, body } = await post(server, paths.enquire, enquiry, { as });
    expect(status).toBe(200);
    expect(body).toEqual({ received: true });
    expect(await enquiries()).toEqual([enquiry]);
  });

  test.each(kinds)('una-slot as %s, with numbers as text', async (as) => {
    const { status } = await post(server, paths.takenSlots, { date: '2025-11-22', id: '1' }, { as });
    expect(status).toBe(200);
  });

  test.each(kinds)('una-slots as %s, with the rooms in one text', async (as) => {
    const { status, body } = await post(
      server,
      paths.takenSlotsOfRooms,
      { date: '2025-11-22', ids: '1,2' },
      { as },
    );
    expect(status).toBe(200);
    expect(Object.keys((body as { data: object }).data)).toEqual(['1', '2']);
  });

  test('a form with a JSON content type is still parsed as a form, because the complete call sends it so', async () => {
    const urlencoded = new URLSearchParams(enquiry).toString();
    expect((await sendBody(urlencoded, 'application/json')).status).toBe(200);

    const multipart = new Request(server.url, {
      method: 'POST',
      body: Object.entries(enquiry).reduce(
        (form, [name, value]) => (form.append(name, value), form),
        new FormData(),
      ),
    });
    expect((await sendBody(await multipart.arrayBuffer(), 'application/json')).status).toBe(200);
    expect((await enquiries()).at(-1)).toEqual(enquiry);
  });

  test('a multipart body of another program is accepted, with a quoted boundary and a line break at the end', async () => {
    const field = (name: string, value: string) =>
      `--x y\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${Object.entries(enquiry)
      .map(([name, value]) => field(name, value))
      .join('')}--x y--\r\n`;
    expect((await sendBody(body, 'multipart/form-data; boundary="x y"')).status).toBe(200);
  });

  test('a path with or without a trailing slash is the same call', async () => {
    expect((await post(server, paths.enquire.replace(/\/$/, ''), enquiry)).status).toBe(200);
    expect((await get(server, '/api/member/meeting-room/list')).status).toBe(200);
    expect((await get(server, '/api/blog?page=2')).status).toBe(200);
    expect((await get(server, `${paths.blogPost(1)}/`)).status).toBe(200);
    const { refresh } = await signIn(server, 'guest');
    expect((await post(server, `${paths.refresh}/`, { token: refresh })).status).toBe(200);
  });
});

describe('an unreadable body is refused, and nothing is stored', () => {
  const unreadable: [string, number, string, () => Promise<ErrorResponse>][] = [
    ['broken JSON', 400, 'bad-input', () => sendBody('{"name":', 'application/json')],
    ['JSON that is not an object', 400, 'bad-input', () => sendBody('[]', 'application/json')],
    ['JSON null', 400, 'bad-input', () => sendBody('null', 'application/json')],
    ['an empty body', 400, 'bad-input', () => sendBody('', 'application/json')],
    ['no body at all', 400, 'bad-input', () => send(server, paths.enquire, { method: 'POST' })],
    ['a __proto__ field', 400, 'bad-input', () => sendBody('{"__proto__":{"a":1}}', 'application/json')],
    [
      'a multipart body without an end',
      400,
      'bad-input',
      () => sendBody('--x\r\n', 'multipart/form-data; boundary=x'),
    ],
    ['a multipart body without a boundary', 400, 'bad-input', () => sendBody('x', 'multipart/form-data')],
    ['text', 415, 'unsupported-media', () => sendBody(JSON.stringify(enquiry), 'text/plain')],
    ['XML', 415, 'unsupported-media', () => sendBody('<name/>', 'application/xml')],
    ['an invalid content type', 415, 'unsupported-media', () => sendBody('{}', 'json')],
    ['a body of unknown kind', 415, 'unsupported-media', () => sendBody(new Blob(['{}']))],
    ['a large JSON body', 413, 'too-large', () => sendBody(`"${'x'.repeat(70_000)}"`, 'application/json')],
    ['a large form', 413, 'too-large', () => sendBody(new URLSearchParams({ name: 'x'.repeat(70_000) }))],
  ];

  test.each(unreadable)('%s: %i %s', async (_case, status, code, request) => {
    const before = await enquiries();
    const response = await request();
    expect(response.body.error?.code).toBe(code);
    expect(response.status).toBe(status);
    expect(await enquiries()).toEqual(before);
  });

  test('a large multipart body: 413 too-large', async () => {
    const form = new FormData();
    form.append('name', 'x'.repeat(70_000));
    const { status, body } = await sendBody(form);
    expect([status, body.error.code]).toEqual([413, 'too-large']);
  });

  test('a file: 415 with the name of its field', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(enquiry)) form.append(name, value);
    form.append('photo', new Blob(['x']), 'photo.jpg');
    const { status, body } = await sendBody(form);
    expect(status).toBe(415);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['photo']);
  });

  test('a repeated field: 400 with its name', async () => {
    const form = new URLSearchParams({ ...enquiry });
    form.append('name', 'Another');
    const { status, body } = await sendBody(form);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['name']);
  });

  test.each([
    ['a form', URLENCODED, numbered((n) => n.toString(36), '&')],
    ['a form that repeats one name', URLENCODED, 'a&'.repeat(30_000)],
    ['a form under JSON’s header', 'application/json', `a=&${numbered((n) => n.toString(36), '&')}`],
    ['a multipart body', 'multipart/form-data; boundary=x', numbered((n) => part(`f${n}`), '') + END],
    ['JSON', 'application/json', `{${numbered((n) => `"${n.toString(36)}":1`, ',')}}`],
    ['JSON below another object', 'application/json', `{"a":{${numbered((n) => `"${n}":1`, ',')}}}`],
  ])('%s with thousands of fields: 413 for every caller and every call', async (_case, contentType, body) => {
    const before = await enquiries();
    for (const path of [paths.enquire, paths.login, paths.takenSlotsOfRooms]) {
      const { status, body: refusal } = await send<ErrorResponse['body']>(server, path, {
        method: 'POST',
        body,
        headers: { 'content-type': contentType },
      });
      expect([path, status, refusal.error.code]).toEqual([path, 413, 'too-large']);
    }
    expect(await enquiries()).toEqual(before);
  });

  test('JSON that is nested thousands of levels deep: 400', async () => {
    for (const deep of [
      '['.repeat(32_000) + ']'.repeat(32_000),
      `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
    ]) {
      expect((await sendBody(deep, 'application/json')).status).toBe(400);
    }
  });

  test('all allowed fields are read', async () => {
    const extra = Object.fromEntries(Array.from({ length: MAX_FIELDS - 4 }, (_, n) => [`extra${n}`, 'x']));
    for (const as of ['json', 'urlencoded', 'multipart'] as const) {
      expect((await post(server, paths.enquire, { ...enquiry, ...extra }, { as })).status).toBe(200);
      expect((await post(server, paths.enquire, { ...enquiry, ...extra, more: 'x' }, { as })).status).toBe(
        413,
      );
    }
  });

  test('no field beyond the limit is parsed', () => {
    let taken = 0;
    function* endless(): Generator<[string, string]> {
      for (;;) {
        taken += 1;
        yield [`name${taken}`, ''];
      }
    }
    expect(() => fieldsOf(endless())).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(taken).toBe(MAX_FIELDS + 1);
  });

  test('a character that the database cannot store: 400 with the name of the field', async () => {
    const { status, body } = (await post(server, paths.enquire, {
      ...enquiry,
      name: 'A\0nu',
    })) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['name']);
    expect((await get(server, `${paths.events}?category=%00`)).status).toBe(400);
    // Also in a nested value, and next to a field name that the server uses.
    for (const hidden of [{ bytes: '', name: 'A\0nu' }, { name: [{ a: 'A\0nu' }] }]) {
      const nested = (await post(server, paths.enquire, { ...enquiry, ...hidden })) as ErrorResponse;
      expect([nested.status, Object.keys(nested.body.error.fields ?? {})]).toEqual([400, ['name']]);
    }
  });
});

describe('every error has the same shape', () => {
  test.each([
    ['an unknown call', 'GET', '/api/nothing', 404],
    ['an unknown call, POSTed', 'POST', '/api/nothing', 404],
    ['a known call with another method', 'DELETE', paths.enquire, 404],
    ['a broken path', 'GET', '/api/blog/%', 400],
    ['a path that leaves the site', 'GET', '/api/../../etc/passwd', 404],
  ])('%s', async (_case, method, path, status) => {
    const response: ErrorResponse = await send(server, path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.body).toEqual({ error: expect.objectContaining({ code: expect.any(String) }) });
  });

  test('bytes that are not HTTP', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    const response = Buffer.concat(await socket.toArray()).toString();
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'bad-input' } });
  });

  test('a connection that has sent nothing when its time is over is closed without a response', async () => {
    const opened = once(server.app.server, 'connection') as Promise<[Socket]>;
    const client = connect(Number(new URL(server.url).port), '127.0.0.1');
    const [socket] = await opened;
    const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.app.server.emit('clientError', timeout, socket);
    expect(Buffer.concat(await client.toArray()).toString()).toBe('');
  });

  test('a request with two Host headers', async () => {
    for (const names of ['Host: a.example\r\nHost: b.example', 'Host: a.example\r\nhOsT: a.example']) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(`GET ${paths.rooms} HTTP/1.1\r\n${names}\r\nConnection: close\r\n\r\n`);
      const response = Buffer.concat(await socket.toArray()).toString();
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/content-security-policy/i);
      expect(response).toContain('more than one Host header');
    }
  });

  test.each([
    ['GET', `${paths.rooms}?city=%00`],
    ['GET', `${paths.blog}?page=1%00`],
    ['GET', `${paths.blog}1%00`],
    ['GET', `${paths.liveSlots}?date=2025-11-22%00`],
    ['GET', '/sandbox/v1/orders/order_%00'],
    ['POST', '/sandbox/v1/checkout/order'],
    ['POST', '/sandbox/v1/checkout/status'],
  ])('a NUL character in %s %s', async (method, path) => {
    const { status } = await send(server, path, {
      method,
      headers: { 'content-type': 'application/json', origin: server.url, 'sec-fetch-site': 'same-origin' },
      body:
        method === 'POST'
          ? JSON.stringify({ key: '\0', order_id: '\0', page_token: '\0', payment_id: '\0' })
          : null,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('an empty enquiry names every field', async () => {
    const { status, body } = (await post(server, paths.enquire, { name: '  ', email: '' })) as ErrorResponse;
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['name', 'email', 'phone', 'enquire_for']);
  });

  const requiredFields = {
    [paths.enquire]: ['name', 'email', 'phone', 'enquire_for'],
    [paths.login]: ['email', 'password'],
    [paths.refresh]: ['token'],
    [paths.register]: ['first_name', 'email', 'password', 'phone'],
    [paths.takenSlots]: ['date', 'id'],
    [paths.takenSlotsOfRooms]: ['date', 'ids'],
    [paths.book]: ['mid', 'uid', 'bdate', 'stime', 'etime', 'ctime'],
    [paths.createPayment]: ['mid', 'uid', 'bdate', 'stime', 'etime', 'ctime', 'amount', 'currency'],
    [paths.completePayment]: ['booking_id', 'order_id', 'payment_id', 'signature', 'amount'],
    [paths.releasePayment]: ['booking_id'],
  };

  test.each(Object.entries(requiredFields))(
    '%s with an empty body names the required fields',
    async (path, fields) => {
      const { access: token } = await signIn(server, 'guest');
      const { status, body } = (await post(server, path, {}, { token })) as ErrorResponse;
      expect(status).toBe(400);
      expect(body.error.fields).toMatchObject(
        Object.fromEntries(fields.map((field) => [field, 'is required'])),
      );
    },
  );

  test.each(Object.entries(requiredFields))(
    '%s with wrong types in all fields explains each of them',
    async (path, fields) => {
      const { access: token } = await signIn(server, 'guest');
      const wrong = Object.fromEntries(fields.map((field) => [field, { not: 'this' }]));
      const { status, body } = (await post(server, path, wrong, { token })) as ErrorResponse;
      expect(status).toBe(400);
      expect(Object.keys(body.error.fields ?? {}).sort()).toEqual([...fields].sort());
      for (const explanation of Object.values(body.error.fields ?? {}))
        expect(explanation).toMatch(/^must |^is /);
    },
  );

  test('an internal failure is a 500 without internal details', async () => {
    await server.database.schema.alterTable('enquiry').renameTo('enquiry_gone').execute();
    const { status, body } = (await post(server, paths.enquire, enquiry)) as ErrorResponse;
    await server.database.schema.alterTable('enquiry_gone').renameTo('enquiry').execute();
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'internal',
        message: 'Something went wrong on our side',
        request_id: expect.any(String),
      },
    });
  });
});
