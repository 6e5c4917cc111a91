import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { requestIds } from '../../../server/platform/http/requestIds.ts';
import { get, post, send, type ErrorResponse } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

const lines: { reqId?: string; msg: string; level: number }[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  });
});
afterAll(() => server.close());

test('are unique across servers, and a client cannot choose one', async () => {
  const [one, another] = [requestIds(), requestIds()];
  const ids = Array.from({ length: 1000 }, () => [one(), another()]).flat();
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}-[a-z\d]+$/);
  const { headers } = await send(server, '/api/nothing', {
    headers: { 'request-id': 'x', 'x-request-id': 'x' },
  });
  expect(headers.get('x-request-id')).not.toBe('x');
});

test('are in every error response and in every log line about that request', async () => {
  await server.database.schema.alterTable('enquiry').renameTo('enquiry_gone').execute();
  const responses = [
    await get<ErrorResponse['body']>(server, '/api/nothing'),
    await get<ErrorResponse['body']>(server, '/api/blog/%'),
    await get<ErrorResponse['body']>(server, paths.memberDetails),
    await post<ErrorResponse['body']>(server, paths.login, { email: 'nobody@example.com', password: 'x' }),
    await post<ErrorResponse['body']>(server, paths.paymentWebhook, {}),
    await post<ErrorResponse['body']>(server, paths.enquire, {
      name: 'A',
      email: 'a@b.in',
      phone: '1',
      enquire_for: 'x',
    }),
  ];
  await server.database.schema.alterTable('enquiry_gone').renameTo('enquiry').execute();
  expect(responses.map(({ status }) => status)).toEqual([404, 400, 401, 401, 400, 500]);
  for (const { headers, body } of responses) {
    const id = body.error.request_id;
    expect(headers.get('x-request-id')).toBe(id);
    await expect
      .poll(() => lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg))
      .toContain('request');
  }
  const ids = responses.map(({ body }) => body.error.request_id);
  expect(new Set(ids).size).toBe(responses.length);
  const warnings = lines.filter(({ level }) => level >= 40);
  expect(warnings.length).toBeGreaterThanOrEqual(2);
  for (const line of warnings) expect(ids, line.msg).toContain(line.reqId);
});

test('are not in successful responses', async () => {
  const { headers, body } = await get(server, paths.rooms);
  expect(headers.has('x-request-id')).toBe(false);
  expect(JSON.stringify(body)).not.toContain('request_id');
});
