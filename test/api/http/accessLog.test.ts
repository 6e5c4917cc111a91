import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { get, post } from '../client.ts';
import { watchDay } from '../liveView.ts';
import { startServer, type TestServer } from '../startServer.ts';

interface Line {
  readonly msg: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly aborted?: true;
}
const lines: Line[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
});
afterAll(() => server.close());

test('the access log has one line per request, without the query, and none for health checks', async () => {
  lines.length = 0;
  await get(server, `${paths.rooms}?city=chennai&secret=1`);
  await post(server, paths.login, { email: 'nobody@example.com', password: 'x' });
  await get(server, '/api/nothing?token=1');
  await get(server, '/api/blog/%');
  await get(server, '/healthz');
  await get(server, '/readyz');
  const requests = () => lines.filter(({ msg }) => msg === 'request');
  await expect
    .poll(() => requests().map(({ method, path, status }) => `${method} ${path} ${status}`))
    .toEqual([
      `GET ${paths.rooms} 200`,
      `POST ${paths.login} 401`,
      'GET /api/nothing 404',
      'GET /api/blog/% 400',
    ]);
  for (const { ms, ip, aborted } of requests()) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect([ip, aborted]).toEqual(['127.0.0.1', undefined]);
  }
});

test('a live view gets its line when the visitor leaves', async () => {
  lines.length = 0;
  const view = await watchDay(server, '2025-11-27');
  expect(lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  view.close();
  await expect
    .poll(() => lines)
    .toContainEqual(expect.objectContaining({ path: paths.liveSlots, aborted: true }));
});
