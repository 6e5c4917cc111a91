import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = join(import.meta.dirname, '..', '..');
const source = join(project, 'tools', 'flows');
const readme = readFileSync(join(source, 'README.md'), 'utf8');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;

let folder: string;

/** The package as npm publishes it, in a project that has nothing else but the packages that it names. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flows-test-'));
  const packed = join(folder, 'packed');
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, file), join(packed, file));
  execFileSync(join(project, 'node_modules', '.bin', 'tsc'), [
    '-p',
    source,
    '--outDir',
    join(packed, 'dist'),
  ]);
  const archive = execFileSync('npm', ['pack', '--silent'], { cwd: packed, encoding: 'utf8' }).trim();
  const installed = join(folder, 'node_modules', 'xstate-flows');
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  execFileSync('tar', ['-xf', join(packed, archive), '-C', packed]);
  cpSync(join(packed, 'package'), installed, { recursive: true });
  rmSync(packed, { recursive: true });
  const command = join(installed, 'dist', 'command', 'main.js');
  chmodSync(command, 0o755);
  symlinkSync(command, join(folder, 'node_modules', '.bin', 'flows'));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shell = (command: string) =>
  spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
    },
  });

test('the outputs in the README are those of the installed package', async () => {
  const [machine = '', mended = ''] = [...readme.matchAll(/```ts\n(.+?)```/gs)].map(([, code]) => code);
  const file = join(folder, 'order.ts');
  writeFileSync(file, machine);
  shell(
    'git init --initial-branch main && git add order.ts && git -c user.name=T -c user.email=t@example.com commit -m first',
  );
  const [field] = /^\s*\w+:/.exec(mended) ?? [''];
  const real = readme.replaceAll(/^(`{3,})console\n(.+?)^\1$/gms, (_, _fence, block: string) => {
    if (block.includes('flows diff'))
      writeFileSync(file, machine.replace(new RegExp(`^${field}.*\n`, 'm'), mended));
    const outputs = [...block.matchAll(/^\$ (?:npx )?(.+)$/gm)].flatMap(([line, command = '']) => {
      const { stdout, stderr } = shell(command);
      return [line, (stdout + stderr).trimEnd()];
    });
    // A summary contains blocks of its own.
    const fence = outputs.some((output) => output.includes('```')) ? '````' : '```';
    return [`${fence}console`, ...outputs, fence].join('\n');
  });
  await expect(real).toMatchFileSnapshot(join(source, 'README.md'));
});

test('each entry can be imported, with its types', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'uses.ts'),
    `
      import { changesBetween, definitionOf } from 'xstate-flows/diff';
      import { drawMachine, graphOf, mermaid, textOf } from 'xstate-flows/draw';
      import { lintMachine } from 'xstate-flows/lint';
      import { coveringPaths, longPathsOf, structuralPaths } from 'xstate-flows/paths';
      import { planFormats, planOf } from 'xstate-flows/plan';
      import { readRecording, replay, runsIn } from 'xstate-flows/replay';
      import { order } from './order.ts';

      const definition: ReturnType<typeof definitionOf> = definitionOf(order);
      const { paths } = structuralPaths(order);
      console.log(
        changesBetween(definition, definition).length,
        lintMachine(order, { house: true }),
        (await drawMachine(order)).slice(0, 4),
        [mermaid, textOf].map((write) => write(graphOf(order)).split('\\n')[0]),
        Object.keys(planFormats).length * planOf('order', order, paths).paths.length,
        coveringPaths({ machine: order }).missing,
        [longPathsOf, readRecording, replay, runsIn].every((each) => typeof each === 'function'),
      );
      process.exit();
    `,
  );
  const options = `--strict --target es2023 --module nodenext --rewriteRelativeImportExtensions --skipLibCheck --types node --typeRoots ${join(project, 'node_modules', '@types')}`;
  const { stdout, status } = shell(
    `${join(project, 'node_modules', '.bin', 'tsc')} uses.ts ${options} --outDir out`,
  );
  expect([stdout, status]).toEqual(['', 0]);
  expect(shell('node out/uses.js').stdout.trim().split(/\n\s*/)).toEqual([
    "0 [ 'order.paying: the invoke of pay has no id' ] <svg [ 'stateDiagram-v2', 'machine order' ] 12 [ 'order.choosing --BUY[0]--> order.bought' ] true",
  ]);
});

test('the command names its version', () => {
  expect(shell('flows --version').stdout).toBe(`${manifest.version}\n`);
});
