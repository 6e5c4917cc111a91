import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../domain/rooms/pictures.ts';
import { migrations } from '../../server/platform/database/migrate.ts';

/* The files that deploy the product. No container engine is needed: the files are parsed and checked.
   `npm run rehearse:image` runs the Dockerfile's steps. */

const dockerfile = readFileSync('Dockerfile', 'utf8');

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly environment?: Record<string, string>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly logging?: { readonly driver: string };
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, object>;
  readonly volumes: Record<string, object>;
}
const compositions = ['compose.yaml', 'compose.embedded.yaml', 'compose.watch.yaml'] as const;
/** Base file of each overlay. */
const BASE: Partial<Record<string, string>> = { 'compose.watch.yaml': 'compose.yaml' };

const parseFile = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;
/** A composition merged from its files as the container engine merges them: mappings are merged, lists are concatenated. */
function composition(file: string): Compose {
  const base = BASE[file];
  return base === undefined ? parseFile(file) : (mergeOver(parseFile(base), parseFile(file)) as Compose);
}
function mergeOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return [...(below as unknown[]), ...(above as unknown[])];
  if (typeof below !== 'object' || typeof above !== 'object' || below === null || above === null)
    return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  const [lower, upper] = [below, above] as Record<string, unknown>[];
  return Object.fromEntries(
    [...names].map((name) => [name, name in above ? mergeOver(lower?.[name], upper?.[name]) : lower?.[name]]),
  );
}

/** A full version such as 24.11.1, not 24 or latest. A version with a variant, such as 24.11-alpine, counts too. */
const PINNED = /:(\d+\.\d+(\.\d+)?-|v?\d+\.\d+\.\d+$)/;

test('the Dockerfile passes its linter', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
});

test('the image has the PostgreSQL client of the database’s major version', () => {
  const [, client] = /postgresql-client-(\d+)/.exec(dockerfile) ?? [];
  const [, server] = /image: postgres:(\d+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? [];
  expect(client).toBeDefined();
  expect(client).toBe(server);
});

test('the Dockerfile pins its image, runs as an unprivileged user, and checks the health by /readyz', () => {
  const instructions = DockerfileParser.parse(dockerfile).getInstructions();
  const argumentsOf = (keyword: string) =>
    instructions
      .filter((each) => each.getKeyword() === keyword)
      .map((each) => String(each.getArgumentsContent()));
  const images = argumentsOf('FROM').map((from) => from.split(' ')[0] ?? '');
  expect(images.filter((image) => !PINNED.test(image))).toEqual([]);
  expect(new Set(images).size).toBe(1);
  expect(argumentsOf('USER')).toEqual(['node']);
  expect(argumentsOf('HEALTHCHECK')[0]).toContain('/readyz');
  // With npm as the command, npm would get the stop signal instead of the server.
  expect(argumentsOf('CMD').map((command) => (JSON.parse(command) as string[])[0])).toEqual(['node']);
});

/** Describes the problems of a composition. */
function problemsOf({ services, secrets, volumes }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const isOurs = service.image === 'litrooms:local';
    const plainSecrets = Object.keys(service.environment ?? {}).filter(
      (key) => /SECRET|DATABASE_URL|TOKEN|PASSWORD/.test(key) && !key.endsWith('_FILE'),
    );
    const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    return [
      ...(isOurs || PINNED.test(service.image) ? [] : [`${service.image} has no version`]),
      ...(isOurs && service.read_only !== true ? [`${name} can write to its image`] : []),
      ...(name !== 'proxy' && service.ports?.some((port) => !port.startsWith('127.0.0.1:'))
        ? [`${name} is open to the outside`]
        : []),
      ...plainSecrets.map((key) => `${key} of ${name} is in the environment`),
      ...(service.secrets ?? []).flatMap((secret) =>
        secret in secrets ? [] : `there is no secret ${secret}`,
      ),
      ...mounted.flatMap((volume) =>
        /^[./]/.test(volume) || volume in volumes ? [] : `there is no volume ${volume}`,
      ),
      ...(service.volumes ?? []).flatMap((volume) =>
        volume.startsWith('/') && !volume.split(':')[2]?.startsWith('ro')
          ? `${name} can write to the machine's ${volume}`
          : [],
      ),
      ...(service.logging?.driver === 'local' ? [] : [`the log of ${name} is not rotated`]),
    ];
  });
}

test.each(compositions)(
  '%s pins its images, keeps secrets out of the environment, exposes only the proxy, and rotates its logs',
  (file) => {
    expect(problemsOf(composition(file))).toEqual([]);
  },
);

test('the problems of a composition are reported', () => {
  const faulty: Compose = {
    services: {
      server: {
        image: 'litrooms:local',
        environment: { DATABASE_URL: 'postgres://' },
        ports: ['3000:3000'],
        secrets: ['none'],
        volumes: ['none:/data', '/etc:/host'],
      },
      database: { image: 'postgres:latest', logging: { driver: 'local' } },
    },
    secrets: {},
    volumes: {},
  };
  expect(problemsOf(faulty)).toEqual([
    'server can write to its image',
    'server is open to the outside',
    'DATABASE_URL of server is in the environment',
    'there is no secret none',
    'there is no volume none',
    "server can write to the machine's /etc:/host",
    'the log of server is not rotated',
    'postgres:latest has no version',
  ]);
});

test.each(compositions)('the server or its build reads every setting of %s', (file) => {
  const source = ['server/platform/config/config.ts', 'server/platform/config/secretFiles.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join();
  const ours = Object.values(composition(file).services).filter(({ image }) => image === 'litrooms:local');
  const set = ours.flatMap(({ environment = {} }) => Object.keys(environment));
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((name) => !source.includes(name.replace(/_FILE$/, '')))).toEqual([]);
});

test('the workflow has only read permission, and its actions are pinned to a commit', () => {
  interface Workflow {
    readonly permissions: object;
    readonly jobs: Record<string, { readonly steps: readonly { readonly uses?: string }[] }>;
  }
  const workflow = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Workflow;
  expect(workflow.permissions).toEqual({ contents: 'read' });
  const actions = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => uses ?? []),
  );
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test('systemd can enable a server per port, which runs unprivileged and has time to stop', () => {
  const unit = readFileSync('deploy/litrooms@.service', 'utf8');
  const sections = Object.fromEntries(
    unit.split(/^\[(\w+)\]$/m).flatMap((text, at, all) => (at % 2 ? [[text, all[at + 1] ?? '']] : [])),
  );
  expect(Object.keys(sections)).toEqual(['Unit', 'Service', 'Install']);
  expect(sections['Install']).toContain('WantedBy=multi-user.target');
  const service = Object.fromEntries(
    [...(sections['Service'] ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(service).toMatchObject({
    User: 'litrooms',
    EnvironmentFile: '/etc/litrooms.env',
    Environment: 'PORT=%i',
    StateDirectory: 'litrooms',
    NoNewPrivileges: 'yes',
  });
  // DRAIN_SECONDS and the time of a shutdown.
  expect(Number(service['TimeoutStopSec'])).toBeGreaterThan(15);
  const ports = [...readFileSync('docs/deploying.md', 'utf8').matchAll(/enable --now (.*)/g)].map(
    ([, list]) => list,
  );
  expect(ports).toEqual(['litrooms@3001 litrooms@3002']);
});

test('the proxies hide the metrics, do not repeat a request that was sent, and know the servers of the unit', () => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8');
  const caddy = readFileSync('deploy/Caddyfile', 'utf8');
  expect(nginx).toMatch(/location = \/metrics \{\s+return 404;/);
  expect(caddy).toContain('respond @metrics 404');
  expect(nginx).toMatch(/server 127\.0\.0\.1:3001[^]*server 127\.0\.0\.1:3002/);
  expect(nginx).toContain('proxy_next_upstream error timeout;');
  expect(nginx).not.toContain('non_idempotent;');
  expect(caddy).toContain('health_uri /readyz');
  expect(Number(/client_max_body_size (\d+)m/.exec(nginx)?.[1]) * 1024 * 1024).toBeGreaterThan(
    MAX_PICTURE_BYTES,
  );
});

test('every migration is named in the changelog', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const missing = Object.keys(migrations).filter((name) => !changelog.includes(`\`${name}\``));
  expect(missing, 'add them to the next version in CHANGELOG.md, with what an operator has to know').toEqual(
    [],
  );
});
