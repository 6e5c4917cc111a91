import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { RefreshResponse } from '../../../contract/account/session.ts';
import { buildIfStale } from '../../../scripts/build.mjs';
import { freePort } from '../../../scripts/freePort.ts';
import { sandboxKeys } from '../../../server/payments/provider/sandboxKeys.ts';
import { sign } from '../../payments/webhooks.ts';
import { accounts, get, post, signIn } from '../client.ts';
import { SHORT_LIVED } from '../shortLived.ts';
import type { TestServer } from '../startServer.ts';

/*
 * The built server as a process, because a start from the sources would compile them each time. The tests depend on each
 * other: the server is started, used, stopped, and started again with the same data.
 */
let dataDir: string;
const running = new Set<ChildProcess>();

interface ServerProcess {
  readonly child: ChildProcess;
  /** Its output so far, banner and log. */
  output(): string;
  /** Waits until it reports its address. */
  address(): Promise<string>;
  /** Waits for its end; returns its exit code. */
  ended(): Promise<number | null>;
}

function startProcess(env: NodeJS.ProcessEnv = {}): ServerProcess {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'dist-server/main.js'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'trace',
      ...env,
    },
  });
  running.add(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += String(chunk)));
  const exit = once(child, 'exit');
  return {
    child,
    output: () => written,
    async address() {
      for (;;) {
        const found = /http:\/\/localhost:\d+/.exec(written)?.[0];
        if (found !== undefined) return found;
        const ended = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          exit.then(() => true),
        ]);
        if (ended) throw new Error(`The server did not start:\n${written}`);
      }
    },
    async ended() {
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/** Whether nothing listens on a port. */
async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

const serverAt = (url: string) => ({ url }) as TestServer;

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** A fake collector of traces. */
interface Collector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      interface Export {
        readonly resourceSpans: readonly { readonly scopeSpans: readonly { spans: ReceivedSpan[] }[] }[];
      }
      headers.push(request.headers);
      bodies.push(body);
      for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    async close() {
      receiver.closeAllConnections();
      receiver.close();
      await once(receiver, 'close');
    },
  };
}

const METRICS_TOKEN = 'a token for operators';
let server: ServerProcess;
let metricsPort: number;
let collector: Collector;
beforeAll(async () => {
  buildIfStale();
  dataDir = mkdtempSync(join(tmpdir(), 'litrooms-'));
  collector = await startCollector();
  metricsPort = await freePort();
  server = startProcess({
    METRICS_TOKEN,
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=our%20rooms',
    // Spans are sent after a tenth of a second instead of five.
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await collector.close();
  for (const child of running) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('prints its address, its data folder, its payment mode and the demo accounts', async () => {
  await server.address();
  expect(server.output()).toContain(`PGlite in ${dataDir}`);
  expect(server.output()).toContain('sandbox');
  for (const { email, password } of Object.values(accounts)) {
    expect(server.output()).toMatch(new RegExp(`${email} +${password}`));
  }
});

test('writes files that only its user can read', async () => {
  await server.address();
  const status = `/proc/${server.child.pid}/status`;
  // Only Linux shows the umask of a process.
  const umask = existsSync(status) ? /^Umask:\s+(\d+)$/m.exec(readFileSync(status, 'utf8'))?.[1] : '0077';
  expect(umask).toBe('0077');
  const names = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  expect(names.filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)).toEqual([]);
});

test('listens on this machine only, unless HOST is set, and prints it', async () => {
  const { port } = new URL(await server.address());
  expect(server.output()).toContain('this machine only');
  // Every address of 127.0.0.0/8 belongs to this machine, and a server that listens everywhere responds at each of them.
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow('fetch failed');
});

test('logs neither tokens nor passwords nor query strings nor bodies, at any log level', async () => {
  const url = serverAt(await server.address());
  const secrets = ['Wr0ng-pass', 'a private question', 'private@example.com'];
  const { access, refresh, user_id } = await signIn(url, 'member');
  await get(url, `${paths.memberDetails}?uid=${user_id}&token=${access}`, access);
  await post(url, paths.refresh, { token: refresh });
  await post(url, paths.login, { ...accounts.member, password: secrets[0] });
  await post(url, paths.enquire, { name: 'A', email: secrets[2], phone: '1', enquire_for: secrets[1] });
  await post(url, paths.enquire, { name: 'A' }, { token: access });

  const log = server.output().replace(/^[^{].*$/gm, '');
  expect(log).toContain('"path":"/api/member/details/"');
  for (const secret of [access, refresh, `uid=${user_id}`, ...secrets]) expect(log).not.toContain(secret);
});

test('serves its metrics at their separate port and not at the port of the site', async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await fetch(`${await server.address()}/metrics`, { headers })).status).toBe(404);
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers });
  expect(await metrics.text()).toContain('\nlitrooms_database_up 1\n');
  await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`, { headers })).rejects.toThrow('fetch failed');
});

test('continues the trace of a caller with spans of the request and its statements, without private data', async () => {
  const url = await server.address();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const sent = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'content-type': 'application/json' };
  const before = server.output().length;
  const body = JSON.stringify({ email: 'traced@example.com', password: 'traced password' });
  const { status } = await fetch(`${url}${paths.login}?private=query`, {
    method: 'POST',
    headers: sent,
    body,
  });
  expect(status).toBe(401);

  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  const request = () => ofTrace().find(({ name }) => name.startsWith('POST '));
  await expect.poll(request).toMatchObject({ name: `POST ${paths.login}`, parentSpanId: 'b7ad6b7169203331' });
  const statements = ofTrace().filter(({ parentSpanId }) => parentSpanId === request()?.spanId);
  expect(statements.map(({ name }) => name)).toContain('select');
  expect(request()?.attributes).toContainEqual({ key: 'url.path', value: { stringValue: paths.login } });
  expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'our rooms' });
  const line = server
    .output()
    .slice(before)
    .split('\n')
    .find((each) => each.includes('"msg":"request"'));
  expect(line).toContain(`"trace_id":"${traceId}"`);
  for (const secret of ['traced@example.com', 'traced password', 'private=query'])
    expect(collector.bodies.join('')).not.toContain(secret);
});

test('logs failed sign-ins and sessions revoked for a stolen token, without the address or the token', async () => {
  const url = serverAt(await server.address());
  const { refresh: stolen, user_id } = await signIn(url, 'guest');
  const before = server.output().length;
  await post(url, paths.login, { ...accounts.guest, password: 'wrong' });
  await post(url, paths.login, { email: 'nobody@example.com', password: 'wrong' });
  const { body } = await post<RefreshResponse>(url, paths.refresh, { token: stolen });
  const next = await post<RefreshResponse>(url, paths.refresh, { token: body.refreshToken });
  expect(next.status).toBe(200);
  expect((await post(url, paths.refresh, { token: stolen })).status).toBe(401);

  const warnings = () =>
    server
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; userId?: string; ip?: string })
      .filter(({ level }) => level === 40)
      .map(({ msg, userId, ip }) => ({ msg, userId, ip }));
  const ip = '127.0.0.1';
  await expect.poll(warnings).toEqual([
    { msg: 'sign-in failed', userId: user_id, ip },
    { msg: 'sign-in failed', userId: null, ip },
    { msg: 'refresh token reused: session revoked', userId: user_id, ip },
  ]);
  for (const secret of [stolen, body.refreshToken ?? '', accounts.guest.email, 'nobody@example.com'])
    expect(server.output().slice(before)).not.toContain(secret);
});

test('logs one line about a webhook with a wrong signature, without its content', async () => {
  const url = await server.address();
  const secret = sandboxKeys(dataDir).webhookSecret;
  const body = JSON.stringify({ event: 'payment.captured', payload: 'sent by a stranger' });
  const signature = sign(body, 'a guessed secret');
  const before = server.output().length;
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_forged' };
  const { status } = await fetch(url + paths.paymentWebhook, { method: 'POST', headers, body });
  expect(status).toBe(400);

  const written = () => server.output().slice(before);
  // The line about the completed request follows.
  await expect.poll(written).toMatch(/did not sign[^]*"status":400/);
  const lines = written()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  const WARN = 40;
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([
    expect.objectContaining({
      level: WARN,
      msg: 'a webhook that the payment provider did not sign',
      bytes: body.length,
    }),
  ]);
  for (const private_part of [secret, signature, 'stranger', 'evt_forged', 'a guessed secret']) {
    expect(written()).not.toContain(private_part);
  }
});

test('refuses a second start on one data folder with a message', async () => {
  const second = startProcess();
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain(`in use by process ${server.child.pid}`);
  expect(second.output()).not.toContain('    at ');
});

test('completes the requests in progress when it is stopped, with any number of signals, and ends cleanly', async () => {
  const { port } = new URL(await server.address());
  const body = JSON.stringify({
    name: 'A',
    email: 'a@example.com',
    phone: '+919840012345',
    enquire_for: 'Room',
  });
  const slow = connect(Number(port), '127.0.0.1');
  slow.write(
    `POST ${paths.enquire} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // This response shows that the server has received the beginning of the other request.
  await fetch(`http://127.0.0.1:${port}/healthz`);

  server.child.kill('SIGTERM');
  await expect.poll(() => refuses(Number(port))).toBe(true);
  server.child.kill('SIGTERM');
  server.child.kill('SIGINT');
  slow.write(body.slice(10));
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 20\d /);
  expect(await server.ended()).toBe(0);
});

test('keeps its accounts and sessions after it was killed', async () => {
  const killed = startProcess();
  const { refresh } = await signIn(serverAt(await killed.address()), 'guest');
  killed.child.kill('SIGKILL');
  await killed.ended();

  const next = startProcess();
  const { status } = await post(serverAt(await next.address()), paths.refresh, { token: refresh });
  expect(status).toBe(200);
});

test('names an invalid variable or database address, and exits', async () => {
  const wrong = startProcess({ PORT: 'http', TRUST_PROXY: 'banana' });
  expect(await wrong.ended()).toBe(1);
  expect(wrong.output()).toContain('PORT: must be a whole number');
  expect(wrong.output()).toContain('TRUST_PROXY: must be the number of proxies');
  expect(wrong.output()).not.toContain('    at ');
  const unusable = startProcess({
    DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:5432/none?sslrootcert=/no/such/file',
  });
  expect(await unusable.ended()).toBe(1);
  expect(unusable.output()).toContain('The database of DATABASE_URL cannot be used');
  expect(unusable.output()).not.toContain('secret');
  expect(unusable.output()).not.toContain('    at ');
});

test('refuses to start in production with a site that was built for another address', async () => {
  const secret = () => randomBytes(32).toString('hex');
  const moved = startProcess({
    NODE_ENV: 'production',
    ACCESS_TOKEN_SECRET: secret(),
    REFRESH_TOKEN_SECRET: secret(),
    ALLOW_EMBEDDED: '1',
    ALLOW_SANDBOX: '1',
    ALLOW_NO_MAIL: '1',
    PUBLIC_ORIGIN: 'https://moved.example',
  });
  expect(await moved.ended()).toBe(1);
  expect(moved.output()).toMatch(
    /^The site was built for \S+, and PUBLIC_ORIGIN is https:\/\/moved\.example\. Build it again with [^\n]+\n$/,
  );
});

test('a production server that still has the identity of the demo says so when it has started', async () => {
  const secret = () => randomBytes(32).toString('hex');
  const production = startProcess({
    DATA_DIR: join(dataDir, 'production'),
    NODE_ENV: 'production',
    ACCESS_TOKEN_SECRET: secret(),
    REFRESH_TOKEN_SECRET: secret(),
    ALLOW_EMBEDDED: '1',
    ALLOW_SANDBOX: '1',
    ALLOW_NO_MAIL: '1',
  });
  await production.address();
  await expect
    .poll(production.output)
    .toMatch(
      /"level":40,.*of the demo: name, address, GSTIN, phone number, email address, terms, .*\. An owner enters/,
    );
  production.child.kill('SIGTERM');
  expect(await production.ended()).toBe(0);
});

test.each([
  ['ENOSPC', 'is full'],
  ['EROFS', 'cannot be written to'],
])('a first start on a disk with %s reports that it %s, and the next step', async (code, explanation) => {
  const refused = startProcess({
    DATA_DIR: join(dataDir, 'new'),
    BROKEN_DISK: code,
    NODE_OPTIONS: '--require ./test/api/brokenDisk.cjs',
  });
  expect(await refused.ended()).toBe(1);
  expect(refused.output()).toMatch(
    new RegExp(`^The .*data folder .*new ${explanation}\\. .*set DATA_DIR[^\\n]*\\n$`),
  );
});
