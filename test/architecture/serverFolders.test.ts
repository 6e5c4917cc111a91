import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files of the server with the other files of it that they import, types included. */
const importsOfFiles = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((file) => ({
    file,
    targets: [
      ...readFileSync(join('server', file), 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+\.ts)'/g),
    ]
      .map(([, path]) => join(dirname(file), path as string))
      .filter((path) => !path.startsWith('..')),
  }));

/** The folders of the server with the other folders that they import. */
function importsOfFolders(): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { file, targets } of importsOfFiles) {
    const folder = dirname(file);
    const others = targets.map((path) => dirname(path)).filter((target) => target !== folder);
    graph.set(folder, new Set([...(graph.get(folder) ?? []), ...others]));
  }
  return graph;
}

/** The folders of one circle of imports; null when the imports run one way. */
function circleIn(graph: Graph): readonly string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const target of graph.get(folder) ?? []) {
      const circle = visit(target, [...path, folder]);
      if (circle) return circle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of graph.keys()) {
    const circle = visit(folder, []);
    if (circle) return circle;
  }
  return null;
}

/** `bookings` for `bookings/series`: the capability that a folder belongs to; each folder of the platform is one of its own. */
const capabilityOf = (folder: string): string =>
  folder
    .split('/')
    .slice(0, folder.startsWith('platform/') ? 2 : 1)
    .join('/');

test('a circle of folders is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
  expect(circleIn(new Map([['a', new Set(['b'])]]))).toBeNull();
});

test('the imports between the folders of the server run one way', () => {
  const graph = importsOfFolders();
  expect(graph.size).toBeGreaterThan(40);
  expect(circleIn(graph)).toBeNull();
});

test('the imports between the capabilities of the server run one way', () => {
  const graph = new Map<string, Set<string>>();
  for (const [folder, targets] of importsOfFolders()) {
    const own = capabilityOf(folder);
    const others = [...targets].map(capabilityOf).filter((target) => target !== own);
    graph.set(own, new Set([...(graph.get(own) ?? []), ...others]));
  }
  expect(circleIn(graph)).toBeNull();
});

test('payments use the slots through one file', () => {
  const used = importsOfFiles
    .filter(({ file }) => file.startsWith('payments/'))
    .flatMap(({ targets }) => targets.filter((target) => target.startsWith('slots/')));
  expect([...new Set(used)]).toEqual(['slots/exports.ts']);
});

test('the platform knows no capability', () => {
  for (const [folder, targets] of importsOfFolders()) {
    if (!folder.startsWith('platform')) continue;
    expect([folder, [...targets].filter((target) => !target.startsWith('platform'))]).toEqual([folder, []]);
  }
});

test('each capability registers its calls in one routes.ts, and app.ts only puts the capabilities together', () => {
  const app = readFileSync('server/app.ts', 'utf8');
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const registering = files.filter((name) => /(?:^|\/)routes\.ts$/.test(name));
  const capabilities = registering.map((name) => capabilityOf(dirname(name)));
  expect(new Set(capabilities).size).toBe(registering.length);
  expect(capabilities.length).toBeGreaterThan(10);
  const imported = [...app.matchAll(/'\.\/(.*routes?\.ts)'/gi)].map(([, path]) => path);
  expect(new Set(imported)).toEqual(new Set(registering));
  expect(app.split('\n').length - 1).toBeLessThanOrEqual(120);
});
