import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../tools/flows/command/run.ts';

/** A machine in one line: states with one transition each, and the code before it. */
const lamp = (name: string, before = ''): string => `
  import { createMachine } from 'xstate';
  ${before}
  export const ${name} = createMachine({ id: '${name}', initial: 'off', states: { off: { on: { GO: 'on' } }, on: {} } });`;

const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'packages/app/package.json': '{}',
  'packages/app/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
  'packages/app/tsconfig.app.json':
    '{ "compilerOptions": { "composite": true, "paths": { "@/*": ["./src/*"] } }, "include": ["src"] }',
  'packages/app/src/names.ts': "export const app: string = 'app';",
  'packages/app/src/lamp.ts': lamp(
    'appLamp',
    "import { app } from '@/names'; import { shared } from '@mono/shared'; console.log(app, shared);",
  ),
  'packages/shared/package.json': '{ "name": "@mono/shared", "type": "module", "exports": "./src/index.ts" }',
  'packages/shared/src/index.ts': "export { shared } from './names';",
  'packages/shared/src/names.ts': "export const shared: string = 'shared';",
  'packages/site/package.json': '{}',
  'packages/site/vite.config.ts': `
    import { resolve } from 'node:path';
    export default {
      define: { __VERSION__: '"2"' },
      resolve: { alias: { '~': resolve(import.meta.dirname, 'lib') } },
      plugins: [{ name: 'unused', config: () => { throw new Error('A plugin runs.'); } }],
    };`,
  'packages/site/lib/names.ts': 'export const site: string = __VERSION__;',
  'packages/site/lamp.ts': lamp('siteLamp', "import { site } from '~/names'; console.log(site);"),
  'commonJs.cjs': `
    const { createMachine } = require('xstate');
    exports.lamp = createMachine({ id: 'lamp', initial: 'off', states: { off: {} } });`,
  'several.ts': `${lamp('one')}\n${lamp('two').replace(/import .*;/, '')}`,
  'needsPackage.ts': lamp('lamp', "import { x } from 'absent-package'; console.log(x);"),
  'needsFile.ts': lamp('lamp', "import './generated'; "),
  'inner/needsIt.ts': lamp('lamp', "import '../needsFile'; "),
  'needsBrowser.ts': lamp('lamp', 'console.log(window.name);'),
  'throws.ts': lamp('lamp', "throw new Error('first line\\nsecond line');"),
  'syntax.ts': 'export const lamp = ;',
  'badTarget.ts': lamp('lamp').replace("GO: 'on'", "GO: 'nowhere'"),
  'version4.ts': `
    class StateNode { withConfig() {} withContext() {} }
    export const lamp = Object.assign(new StateNode(), { config: {} });`,
  'import4.ts': "import { Machine } from 'xstate'; export const lamp = Machine({});",
};

let folder: string;
beforeAll(() => {
  const cache = join(import.meta.dirname, '..', '..', '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'loading-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, 'node_modules', '@mono'), { recursive: true });
  symlinkSync(join(folder, 'packages', 'shared'), join(folder, 'node_modules', '@mono', 'shared'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lint = (...args: string[]) => run(['lint', ...args], folder);

test.each([
  ['the paths of a referenced tsconfig and a package of the workspace', 'packages/app/src/lamp.ts'],
  ['the aliases and constants of a vite.config, without its plugins', 'packages/site/lamp.ts'],
  ['a CommonJS module', 'commonJs.cjs'],
])('a module is loaded with %s', async (_case, module) => {
  expect(await lint('--machines', module)).toEqual({ out: '1 machine, 0 findings\n', code: 0 });
});

test.each([
  [
    'a package that is not installed',
    'needsPackage.ts',
    /: it imports "absent-package", which is not there\.\nInstall/,
  ],
  [
    'a file that is not generated',
    'inner/needsIt.ts',
    /: needsFile\.ts imports "\.\/generated", which is not there\.\nInstall/,
  ],
  ['a browser', 'needsBrowser.ts', /: needsBrowser\.ts:\d+ uses window, which only a browser has\.\nKeep/],
  ['code that does not throw', 'throws.ts', /^throws\.ts cannot be loaded: first line \(throws\.ts:\d+\)$/],
  [
    'code that can be parsed',
    'syntax.ts',
    /^syntax\.ts cannot be loaded: .*Unexpected.*\(\S*syntax\.ts:1\)$/,
  ],
  ['states that it names', 'badTarget.ts', /^badTarget\.ts cannot be loaded: .*'nowhere' does not exist/],
  ['a machine of XState 5', 'version4.ts', /^version4\.ts exports lamp, a machine of XState 4\. .*$/],
  ['imports of XState 5', 'import4.ts', /^import4\.ts is written for XState 4\. .*$/],
])('a module without %s is refused with the reason', async (_case, module, message) => {
  await expect(lint('--machines', module)).rejects.toThrow(message);
});

describe('each command', () => {
  const commands: [command: string, ...args: string[]][] = [
    ['draw', '--to', 'drawn'],
    ['paths'],
    ['plan'],
    ['lint'],
  ];

  test.each(commands)(
    '%s works on the chosen machines only, and prints its result as data',
    async (...args) => {
      const { out } = await run([...args, '--machines', 'several.ts', '--only', 'two', '--json'], folder);
      const { machines } = JSON.parse(out) as { machines: (string | { name: string })[] };
      expect(machines.map((machine) => (typeof machine === 'string' ? machine : machine.name))).toEqual([
        'two',
      ]);
    },
  );

  test.each(commands)('%s refuses an unknown machine and lists the known ones', async (...args) => {
    await expect(run([...args, '--machines', 'several.ts', '--only', 'three'], folder)).rejects.toThrow(
      /^There is no machine "three"; there are: one, two\.$/,
    );
  });

  test.each(commands)('%s has its own help', async (command) => {
    const { out } = await run([command, '--help'], folder);
    expect(out.match(/^flows \w+/gm)).toEqual([`flows ${command}`]);
  });

  test('diff works on the chosen machines only, and prints its result as data', async () => {
    const project = join(folder, 'compared');
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    symlinkSync(
      join(import.meta.dirname, '..', '..', 'node_modules', 'xstate'),
      join(project, 'node_modules', 'xstate'),
    );
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: project });
    const several = files['several.ts'] ?? '';
    writeFileSync(join(project, 'several.ts'), several);
    const plain = (action: string) => lamp('plain').replace('on: {} }', `on: { entry: ${action} } }`);
    writeFileSync(join(project, 'plain.js'), plain("() => { console.log('on', 1); }"));
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', 'several.ts', 'plain.js');
    git('commit', '--quiet', '--message', 'first');
    writeFileSync(join(project, 'several.ts'), several.replaceAll("GO: 'on'", "GO: 'off'"));
    const diff = (name: string) =>
      run(['diff', '--machines', 'several.ts', '--only', name, '--json'], project);
    const { machines, ...rest } = JSON.parse((await diff('two')).out) as { machines: object[] };
    expect(rest).toEqual({
      before: 'main',
      after: null,
      folder: 'flows-diff',
      files: ['summary.md', 'two.svg'],
    });
    expect(machines).toMatchObject([{ name: 'two', is: 'changed' }]);
    expect(JSON.stringify(machines)).toMatch(/off.*GO|GO.*off/);
    const reformatted = '() => {\n  // says on\n  console.log("on",\n    1); // here\n}';
    writeFileSync(join(project, 'plain.js'), plain(reformatted));
    const { out } = await run(['diff', '--machines', 'plain.js', '--json'], project);
    expect(JSON.parse(out)).toMatchObject({ machines: [{ name: 'plain', is: 'the same' }] });
    await expect(diff('three')).rejects.toThrow(/^There is no machine "three"; there are: one, two\.$/);
  });
});
