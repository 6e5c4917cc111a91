import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { expect, test } from 'vitest';

/* The files that deploy the product. Without a container engine they are read and checked; `npm run rehearse:image` does the
   Dockerfile's steps. */

const dockerfile = readFileSync('Dockerfile', 'utf8');

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly environment?: Record<string, string>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, object>;
  readonly volumes: Record<string, object>;
}
const compositions = ['compose.yaml', 'compose.embedded.yaml', 'compose.watch.yaml'] as const;
/** What an overlay is laid over. */
const BASE: Partial<Record<string, string>> = { 'compose.watch.yaml': 'compose.yaml' };

const read = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;
/** A composition as the engine puts it together from its files: mappings are united, lists are joined. */
function composition(file: string): Compose {
  const base = BASE[file];
  return base === undefined ? read(file) : (overlaid(read(base), read(file)) as Compose);
}
function overlaid(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return [...(below as unknown[]), ...(above as unknown[])];
  if (typeof below !== 'object' || typeof above !== 'object' || below === null || above === null)
    return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  const [one, other] = [below, above] as Record<string, unknown>[];
  return Object.fromEntries(
    [...names].map((name) => [name, name in above ? overlaid(one?.[name], other?.[name]) : one?.[name]]),
  );
}

/** A version in full: 24.11.1, not 24 or latest; with the system that it is built on, where there are several. */
const PINNED = /:(\d+\.\d+(\.\d+)?-|v?\d+\.\d+\.\d+$)/;

test('the Dockerfile has no fault that its checker knows', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
});

test('its images have a version, its process no privileges, and its health is the readiness of the server', () => {
  const instructions = DockerfileParser.parse(dockerfile).getInstructions();
  const all = (keyword: string) =>
    instructions
      .filter((each) => each.getKeyword() === keyword)
      .map((each) => String(each.getArgumentsContent()));
  const images = all('FROM').map((from) => from.split(' ')[0] ?? '');
  expect(images.filter((image) => !PINNED.test(image))).toEqual([]);
  expect(new Set(images).size).toBe(1);
  expect(all('USER')).toEqual(['node']);
  expect(all('HEALTHCHECK')[0]).toContain('/readyz');
  // npm would be the process that gets the signal.
  expect(all('CMD').map((command) => (JSON.parse(command) as string[])[0])).toEqual(['node']);
});

/** What is wrong with a composition, in words. */
function faultsOf({ services, secrets, volumes }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const isOurs = service.image === 'litrooms:local';
    const inTheOpen = Object.keys(service.environment ?? {}).filter(
      (key) => /SECRET|DATABASE_URL|TOKEN|PASSWORD/.test(key) && !key.endsWith('_FILE'),
    );
    const used = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    return [
      ...(isOurs || PINNED.test(service.image) ? [] : [`${service.image} has no version`]),
      ...(isOurs && service.read_only !== true ? [`${name} can write to its image`] : []),
      ...(name !== 'proxy' && service.ports?.some((port) => !port.startsWith('127.0.0.1:'))
        ? [`${name} is open to the outside`]
        : []),
      ...inTheOpen.map((key) => `${key} of ${name} is in the environment`),
      ...(service.secrets ?? []).flatMap((secret) =>
        secret in secrets ? [] : `there is no secret ${secret}`,
      ),
      ...used.flatMap((volume) =>
        volume.startsWith('.') || volume in volumes ? [] : `there is no volume ${volume}`,
      ),
    ];
  });
}

test.each(compositions)(
  '%s pins its images, keeps secrets out of the environment, and opens the proxy only',
  (file) => {
    expect(faultsOf(composition(file))).toEqual([]);
  },
);

test('a composition with faults is noticed', () => {
  const faulty: Compose = {
    services: {
      server: {
        image: 'litrooms:local',
        environment: { DATABASE_URL: 'postgres://' },
        ports: ['3000:3000'],
        secrets: ['none'],
        volumes: ['none:/data'],
      },
      database: { image: 'postgres:latest' },
    },
    secrets: {},
    volumes: {},
  };
  expect(faultsOf(faulty)).toEqual([
    'server can write to its image',
    'server is open to the outside',
    'DATABASE_URL of server is in the environment',
    'there is no secret none',
    'there is no volume none',
    'postgres:latest has no version',
  ]);
});

test.each(compositions)('every setting of %s is one that the server or its build reads', (file) => {
  const known = ['server/config.ts', 'server/secretFiles.ts']
    .map((source) => readFileSync(source, 'utf8'))
    .join();
  const ours = Object.values(composition(file).services).filter(({ image }) => image === 'litrooms:local');
  const set = ours.flatMap(({ environment = {} }) => Object.keys(environment));
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((name) => !known.includes(name.replace(/_FILE$/, '')))).toEqual([]);
});

test('the workflow may only read, and runs actions of a commit', () => {
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
