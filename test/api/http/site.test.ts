import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import document from '../../../contract/openapi.json';
import { linkPaths, privatePaths } from '../../../domain/content/sitePaths.ts';
import { post, send, signIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

const files: Record<string, string> = {
  'index.html':
    '<title>Home</title><script>start()</script><script type="application/json">{}</script>' +
    '<script type="module" src="/assets/first.js"></script>',
  'app.html': '<title>Shell</title>',
  'desk.html': '<title>Desk</title>',
  '404.html': '<title>Nothing</title>',
  'blog/index.html': '<title>Blog</title>',
  'blog/1/index.html': '<title>Post</title>',
  'about-us/index.html': '<title>About</title>',
  'assets/main-a1b2.js': 'console.log(1);'.repeat(100),
  'assets/old-e5f6.js': 'old',
  'images/room.jpg': 'picture',
  'robots.txt': 'User-agent: *',
  '.vite/manifest.json': '{"<title>": {}}',
  'assets/.hidden.js': '<title>',
};

/** Calls whose answers are the same for all visitors. */
const PUBLIC_READS = [
  '/api/blog/',
  '/api/blog/{id}',
  '/api/events/',
  '/api/member/meeting-room/list/',
  '/healthz',
  '/readyz',
];

let root: string;
let server: TestServer;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'litrooms-site-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), content);
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(content));
  }
  server = await startServer({ siteRoot: root, env: { SITE_ORIGINS: 'https://elsewhere.example' } });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const open = (path: string, init?: RequestInit) => fetch(server.url + path, init);

/** Sends a request without the caching and decompression of `fetch`. */
async function browse(path: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve) =>
    httpGet(server.url + path, { headers }, resolve),
  );
  const body = Buffer.concat(await response.toArray());
  return { headers: response.headers, status: response.statusCode, body };
}

describe('the site', () => {
  test.each([
    ['/', 'Home'],
    ['/about-us', 'About'],
    ['/about-us/', 'About'],
    ['/login', 'Shell'],
    ['/Login', 'Shell'],
    ['/meeting-room/booking', 'Shell'],
    ['/meeting-room/signal-room', 'Shell'],
    ['/Meeting-Room/Signal-Room/', 'Shell'],
    ['/blog', 'Blog'],
    ['/blog/', 'Blog'],
    ['/blog?page=1', 'Blog'],
    ['/blog?page=2', 'Shell'],
    ['/blog/1', 'Post'],
    // A post that was added after the build.
    ['/blog/2', 'Shell'],
  ])('%s is a page', async (path, title) => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('cache-control')).toBe(title === 'Shell' ? 'no-store' : 'no-cache');
    expect(await response.text()).toContain(title);
  });

  test('a file that is newer than the server process is sent', async () => {
    writeFileSync(join(root, 'assets', 'late-c3d4.js'), 'late');
    const response = await open('/assets/late-c3d4.js');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('late');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  test('a file that is deleted while the server runs is not found', async () => {
    const deleted = join(root, 'assets', 'old-e5f6.js');
    expect((await open('/assets/old-e5f6.js')).status).toBe(200);
    rmSync(deleted);
    rmSync(`${deleted}.br`);
    expect((await open('/assets/old-e5f6.js')).status).toBe(404);
  });

  test.each([
    '/nowhere',
    '/about-us/nowhere',
    '/blog/999',
    '/blog/0',
    '/blog/1/more',
    '/blog/99999999999999',
    // The router cannot decode this path.
    '/meeting-room/%E0%A4%A',
    '/%',
    `/meeting-room/${'a'.repeat(3000)}`,
  ])('%s does not exist: the response is the 404 page with status 404', async (path) => {
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('Nothing');
  });

  test.each(['/desk', '/desk.html', '/app.html', ...privatePaths, ...linkPaths])(
    '%s is kept by no cache, because its document shows data of a signed-in user',
    async (path) => {
      for (const encoding of ['br', 'identity']) {
        const { status, headers } = await browse(path, { 'accept-encoding': encoding });
        expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      }
    },
  );

  test('excludes visitors’ own pages from search engines', async () => {
    for (const path of ['/profile', '/my-bookings', '/meeting-room/booking']) {
      expect((await open(path)).headers.get('x-robots-tag'), path).toBe('noindex');
    }
    expect((await open('/blog/2')).headers.has('x-robots-tag')).toBe(false);
  });

  test('sends no referrer from the pages that emails link to', async () => {
    for (const path of ['/reset-password', '/confirm-address', '/waiting-list', '/Reset-Password/']) {
      const { status, headers } = await open(path);
      expect([status, headers.get('referrer-policy'), headers.get('x-robots-tag')], path).toEqual([
        200,
        'no-referrer',
        'noindex',
      ]);
    }
    expect((await open('/forgot-password')).status).toBe(200);
  });

  test('a path that the router cannot decode is an API error outside of pages', async () => {
    for (const path of ['/api/%E0%A4%A', '/images/%']) {
      const response = await open(path);
      expect([response.status, response.headers.get('content-type')], path).toEqual([
        400,
        'application/json; charset=utf-8',
      ]);
    }
  });

  test.each([
    '/assets/gone-a1b2.js',
    '/images/gone.jpg',
    '/gone.txt',
    '/api/gone',
    '/sandbox/gone',
    '/.env',
    '/.vite/manifest.json',
    '/.vite/manifest.json.br',
    '/%2evite/manifest.json',
    '/assets/.hidden.js',
    '/.vite/',
  ])('%s is not a page: a missing file is a 404 without the site', async (path) => {
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<title>');
  });

  test.each([
    '/meeting-room/no-such-room',
    '/meeting-room/signal-room-3',
    '/meeting-room/x-x',
    '/meeting-room/Signal_Room',
    '/meeting-room/signal%20room',
    '/meeting-room/%3Cscript%3E',
  ])('%s is not the address of a room: 404, and the browser suggests rooms', async (path) => {
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Shell');
  });

  test('files with a hash in their name are cached for a year, the rest for a day', async () => {
    const asset = await open('/assets/main-a1b2.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await open('/images/room.jpg')).headers.get('cache-control')).toBe('public, max-age=86400');
  });

  test('sends files as compressed by the build', async () => {
    const response = await browse('/assets/main-a1b2.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(brotliDecompressSync(response.body).toString()).toBe(files['assets/main-a1b2.js']);
  });

  test('responds 304 when nothing has changed', async () => {
    const { etag = '' } = (await browse('/', {})).headers;
    expect((await browse('/', { 'if-none-match': etag })).status).toBe(304);
    expect((await browse('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('every response', () => {
  test.each(['/', '/assets/main-a1b2.js', '/api/blog/', '/api/nothing', '/healthz'])(
    'has the security headers and the date: %s',
    async (path) => {
      const { headers } = await open(path);
      const policy = Object.fromEntries(
        (headers.get('content-security-policy') ?? '')
          .split(';')
          .map((directive) => directive.trim().split(/ (.*)/s) as [string, string]),
      );
      expect(policy).toMatchObject({
        'default-src': "'self'",
        // Of the inline scripts only the executable one.
        'script-src': `'self' https://checkout.example 'sha256-${createHash('sha256').update('start()').digest('base64')}'`,
        'style-src': "'self' 'unsafe-inline'",
        'frame-src': 'https://pay.example',
        'frame-ancestors': "'none'",
        'object-src': "'none'",
        'base-uri': "'none'",
      });
      expect(policy).not.toHaveProperty('upgrade-insecure-requests');
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('permissions-policy')).toMatch(
        /camera=\(\).* payment=\(self "https:\/\/pay\.example"\)$/,
      );
      expect(Date.parse(headers.get('date') ?? '')).not.toBeNaN();
    },
  );

  test('of the API about a visitor or about availability, and every error, is never cached', async () => {
    const refusals = [
      '/api/nothing',
      '/api/blog/?page=99',
      paths.blogPost(999),
      paths.memberDetails,
      paths.myBookings,
    ];
    for (const path of refusals) {
      expect((await open(path)).headers.get('cache-control'), path).toBe('no-store');
    }
    expect((await post(server, paths.refresh, { token: 'x' })).headers.get('cache-control')).toBe('no-store');
    const { status, headers } = await post(server, paths.takenSlotsOfRooms, { date: '2025-11-24', ids: [1] });
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
  });

  test('of every call that can be read is never cached, except what is the same for all visitors', async () => {
    const user = await signIn(server, 'owner');
    const cached: string[] = [];
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!('get' in operations)) continue;
      const headers = { authorization: `Bearer ${user.access}` };
      const response = await open(path.replaceAll(/\{\w+\}/g, '1'), { headers });
      await response.body?.cancel();
      if (response.headers.get('cache-control') !== 'no-store') cached.push(path);
    }
    expect(cached.toSorted()).toEqual(PUBLIC_READS);
  });

  test.each([paths.rooms, paths.blog, paths.blogPost(1)])(
    'of the API that is the same for all visitors has an ETag: %s',
    async (path) => {
      const first = await browse(path, {});
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'public, no-cache']);
      const again = await browse(path, { 'if-none-match': first.headers.etag ?? '' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      // A 304 has the Date header too.
      expect(Date.parse(again.headers.date ?? '')).not.toBeNaN();
      const other = await browse(path, { 'if-none-match': '"other"' });
      expect([other.status, other.headers.etag]).toEqual([200, first.headers.etag]);
      expect(other.headers['content-type']).toBe(first.headers['content-type']);
      expect(other.body).toEqual(first.body);
    },
  );
});

describe('a site of another origin', () => {
  const from = (origin: string, method = 'GET') =>
    open('/api/blog/', { method, headers: { origin, 'access-control-request-method': 'POST' } });

  test('may call the API and read the Date header when it is allowed', async () => {
    const { headers } = await from('https://elsewhere.example');
    expect(headers.get('access-control-allow-origin')).toBe('https://elsewhere.example');
    expect(headers.get('access-control-expose-headers')).toContain('Date');
    const preflight = await from('https://elsewhere.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  test('is refused when it is not allowed', async () => {
    const { headers } = await from('https://evil.example');
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect((await from('https://evil.example', 'OPTIONS')).status).toBe(404);
  });
});

describe('for operators', () => {
  test('/healthz and /readyz respond', async () => {
    expect((await send(server, '/healthz')).body).toEqual({ status: 'ok' });
    expect((await send(server, '/readyz')).body).toEqual({ status: 'ready' });
  });
});
