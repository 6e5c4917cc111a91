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
const compositions = ['compose.yaml', 'compose.embedded.yaml'] as const;
const composition = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

/** A version in full: 24.11.1, not 24 or latest. */
const PINNED = /:\d+\.\d+(\.\d+)?-/;

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

test.each(compositions)(
  '%s pins its images, keeps secrets out of the environment, and opens the proxy only',
  (file) => {
    const { services, secrets, volumes } = composition(file);
    for (const [name, service] of Object.entries(services)) {
      if (service.image !== 'litrooms:local')
        expect([name, service.image]).toEqual([name, expect.stringMatching(PINNED)]);
      else {
        expect(service.read_only).toBe(true);
        const plain = Object.keys(service.environment ?? {}).filter((key) =>
          /SECRET|DATABASE_URL|TOKEN/.test(key),
        );
        expect(plain.filter((key) => !key.endsWith('_FILE'))).toEqual([]);
      }
      if (name !== 'proxy') expect([name, service.ports]).toEqual([name, undefined]);
      expect((service.secrets ?? []).filter((secret) => !(secret in secrets))).toEqual([]);
      const named = (service.volumes ?? [])
        .map((volume) => volume.split(':')[0] ?? '')
        .filter((it) => !it.startsWith('.'));
      expect(named.filter((volume) => !(volume in volumes))).toEqual([]);
    }
  },
);

test.each(compositions)('every setting of %s is one that the server or its build reads', (file) => {
  const known = [
    readFileSync('server/config.ts', 'utf8'),
    readFileSync('server/secretFiles.ts', 'utf8'),
  ].join('\n');
  for (const service of Object.values(composition(file).services)) {
    if (service.image !== 'litrooms:local') continue;
    const unknown = Object.keys(service.environment ?? {}).filter(
      (name) => !known.includes(name.replace(/_FILE$/, '')),
    );
    expect(unknown).toEqual([]);
  }
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
