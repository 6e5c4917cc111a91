import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../scripts/freePort.ts';

/* The proxies of docs/deploying.md with the configurations of deploy/, on free ports and with a certificate of their own. */

/** A running proxy in front of servers. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** A proxy program, and how it is started. */
export interface ProxyKind {
  readonly name: 'caddy' | 'nginx';
  /** Debian's path of the program. */
  readonly path: string;
  /** Writes the configuration into a folder, and returns the arguments of the program. */
  configure(folder: string, port: number, servers: readonly string[]): Promise<readonly string[]>;
}

const caddy: ProxyKind = {
  name: 'caddy',
  path: 'usr/bin/caddy',
  async configure(folder) {
    const options = `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${join(folder, 'certificates')}
}
import ${resolve('deploy/Caddyfile')}
`;
    writeFileSync(join(folder, 'Caddyfile'), options);
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

const nginx: ProxyKind = {
  name: 'nginx',
  path: 'usr/sbin/nginx',
  async configure(folder, port, servers) {
    const name = '/etc/letsencrypt/live/rooms.example.com';
    const key = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`;
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    execFileSync('openssl', ['req', '-x509', ...key.split(' '), ...files], { stdio: 'pipe' });
    const httpPort = await freePort();
    const shipped = readFileSync('deploy/nginx.conf', 'utf8');
    const site = shipped
      .replaceAll(name, folder)
      .replaceAll('rooms.example.com', 'localhost')
      .replace('127.0.0.1:3001', servers[0] ?? '')
      .replace('127.0.0.1:3002', servers[1] ?? '')
      .replace('listen 443 ', `listen ${port} `)
      .replace('listen 80;', `listen ${httpPort};`)
      .replace(/^.*listen \[::\].*\n/gm, '');
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    for (const each of folders) mkdirSync(join(folder, each));
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr error;
events {}
http {
	access_log off;
${folders.map((each) => `\t${each}_temp_path ${join(folder, each)};`).join('\n')}
	include ${join(folder, 'site.conf')};
}
`,
    );
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
};

/** As in docs/deploying.md. */
export const proxyKinds: readonly ProxyKind[] = [caddy, nginx];

const CACHE = resolve('.cache', 'proxies');

/**
 * The program of a proxy: the installed one, else Debian's package, which is unpacked into `.cache` and not installed. Throws an
 * error that says what to install on another system.
 */
export function findProxy({ name, path }: ProxyKind): string {
  for (const root of ['/', CACHE]) if (existsSync(join(root, path))) return join(root, path);
  mkdirSync(CACHE, { recursive: true });
  try {
    execFileSync('apt-get', ['download', '-o', 'APT::Sandbox::User=root', name], {
      cwd: CACHE,
      stdio: 'pipe',
    });
    const file = readdirSync(CACHE).find((each) => each.startsWith(`${name}_`)) ?? '';
    execFileSync('dpkg-deb', ['--extract', join(CACHE, file), CACHE]);
  } catch (error) {
    throw new Error(
      `There is no ${name} on this machine, and Debian's package cannot be had: install ${name}.`,
      {
        cause: error,
      },
    );
  }
  return join(CACHE, path);
}

/** Starts a proxy in front of servers, which are given as `host:port`. */
export async function startProxy(kind: ProxyKind, servers: readonly string[]): Promise<Proxy> {
  const program = findProxy(kind);
  const folder = mkdtempSync(join(tmpdir(), `litrooms-${kind.name}-`));
  const port = await freePort();
  const args = await kind.configure(folder, port, servers);
  const child: ChildProcess = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SITE_HOST: `https://localhost:${port}`,
      SERVERS: servers.join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk) => (log = (log + String(chunk)).slice(-5_000)));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${kind.name} ended:\n${log}`);
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) break;
    await delay(50);
  }
  return {
    url: `https://localhost:${port}`,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
