// `npm run rehearse:image`: runs the steps of the Dockerfile in a temporary folder, for machines without a container engine, and
// starts the result as a user who can write only to the volume. Steps that need an engine (base images, Debian packages, the
// health check's schedule) are printed and skipped.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DockerfileParser } from 'dockerfile-ast';
import { freePort } from './freePort.ts';

/** It is not that of the build. */
const business = {
  BUSINESS_NAME: 'Rehearsed Rooms Private Limited',
  BUSINESS_ADDRESS: '1, First Street, Chennai 600001',
  BUSINESS_GSTIN: '33AAACH7409R1Z8',
};
/** Debian's `nobody`. */
const NOBODY = 65_534;
const READY_WITHIN_MS = 120_000;
const isRoot = process.getuid?.() === 0;

/** The build context: the files of the repository that .dockerignore does not exclude. */
function buildContext(): string[] {
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (file: string) =>
    ignored.some((pattern) =>
      pattern.startsWith('*')
        ? file.endsWith(pattern.slice(1))
        : file === pattern || file.startsWith(`${pattern}/`),
    );
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
  return files.filter((file) => file !== '' && !isIgnored(file) && existsSync(file));
}

const buildArguments: Readonly<Record<string, string>> = { PUBLIC_ORIGIN: 'https://example.com' };

interface Stage {
  root: string;
  workdir: string;
  env: NodeJS.ProcessEnv;
  command: string[];
}

const tempRoot = mkdtempSync(join(tmpdir(), 'litrooms-image-'));
// The other user must be able to enter the folder.
chmodSync(tempRoot, 0o755);
const stages = new Map<string, Stage>();
let stage: Stage = { root: tempRoot, workdir: '/', env: {}, command: [] };

/** The megabytes of a file or folder. */
function sizeOf(path: string): number {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [path];
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
}

const logSkipped = (text: string) => console.log(`  ${text}`);

/** @param args the rest of the instruction */
function runInstruction(keyword: string, args: string) {
  const inStage = (path: string) => join(stage.root, path.startsWith('/') ? path : join(stage.workdir, path));
  if (keyword === 'FROM') {
    const [, name = `stage${stages.size}`] = / AS (\S+)$/i.exec(args) ?? [];
    const root = join(tempRoot, name);
    mkdirSync(root);
    stage = { root, workdir: '/', env: {}, command: [] };
    stages.set(name, stage);
  } else if (keyword === 'WORKDIR') {
    stage.workdir = args;
    mkdirSync(inStage('.'), { recursive: true });
  } else if (keyword === 'COPY') {
    const words = args.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? stages.get(String(words.shift()).slice(7)) : undefined;
    const target = String(words.pop());
    if (from)
      cpSync(join(from.root, String(words[0])), inStage(target), { recursive: true, verbatimSymlinks: true });
    else {
      for (const file of words[0] === '.' ? buildContext() : words) {
        const copy = join(inStage(target), file);
        mkdirSync(dirname(copy), { recursive: true });
        cpSync(file, copy);
      }
    }
  } else if (keyword === 'ENV') {
    for (const pair of args.split(/\s+/)) {
      const [name = '', value = ''] = pair.split('=');
      stage.env[name] = value;
    }
  } else if (keyword === 'RUN') {
    if (args.includes('apt-get')) return logSkipped('skipped: installs Debian packages');
    const command = args
      .replace(/ (\/\S+)/g, (_, path) => ` ${join(stage.root, path)}`)
      .replace('node:node', '65534:65534');
    if (args.includes('chown') && !isRoot)
      return logSkipped('skipped: only root can change the owner of files');
    const { PATH, HOME } = process.env;
    execFileSync('sh', ['-c', command], {
      cwd: inStage('.'),
      env: { PATH, HOME, ...stage.env },
      stdio: 'inherit',
    });
  } else if (keyword === 'CMD') {
    stage.command = JSON.parse(args) as string[];
  } else if (keyword === 'ARG') {
    const value = buildArguments[args];
    if (value !== undefined) stage.env[args] = value;
  } else if (keyword === 'USER') {
    // The user is set when the server is started.
  } else logSkipped('skipped: only a container engine uses it');
}

try {
  for (const instruction of DockerfileParser.parse(readFileSync('Dockerfile', 'utf8')).getInstructions()) {
    const keyword = instruction.getKeyword();
    // The full text is used because the parser's arguments lack flags such as --from.
    const args = instruction
      .getTextContent()
      .replace(/\\\n\s*/g, '')
      .slice(keyword.length)
      .trim();
    console.log(`${keyword} ${args}`);
    runInstruction(keyword, args);
  }

  const port = await freePort();
  const secret = () => randomBytes(32).toString('hex');
  const [program = '', ...args] = stage.command;
  const app = join(stage.root, stage.workdir);
  const dataDir = join(stage.root, String(stage.env['DATA_DIR']));
  const sizes = readdirSync(app).map((name) => ({ name, size: sizeOf(join(app, name)) }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  console.log(`\nThe image adds ${total.toFixed(1)} MB to its base and the PostgreSQL client:`);
  for (const { name, size } of sizes.sort((one, other) => other.size - one.size))
    console.log(`  ${size.toFixed(1).padStart(7)}  ${name}`);
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    ...stage.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ACCESS_TOKEN_SECRET: secret(),
    REFRESH_TOKEN_SECRET: secret(),
    ...buildArguments,
    ALLOW_EMBEDDED: '1',
    ALLOW_SANDBOX: '1',
    ALLOW_NO_MAIL: '1',
    ...business,
  };
  const child = spawn(program, args, {
    cwd: app,
    env,
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const began = Date.now(); !(await isReady()); await delay(200)) {
    if (child.exitCode !== null || Date.now() - began > READY_WITHIN_MS)
      throw new Error('The server is not ready.');
  }
  // The business is not that of the build, so the server renders the page again.
  const page = await fetch(url);
  const html = await page.text();
  if (!page.ok || !html.includes('<h1') || !html.includes(business.BUSINESS_NAME))
    throw new Error('The first page is not rendered for the business.');
  const runTool = (file: string, ...toolArgs: string[]) =>
    spawnSync(program, [join('dist-server', file), ...toolArgs], {
      cwd: app,
      env,
      encoding: 'utf8',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
  const backup = runTool('backup.js', join(dataDir, 'backup'));
  if (backup.status !== 0) throw new Error(`The backup failed: ${backup.stderr}`);
  for (const name of ['restore', 'make-owner', 'reset-second-factor', 'gstr1']) {
    const { status, stderr } = runTool(`${name}.js`);
    if (status !== 2) throw new Error(`${name} without an argument ended with ${status}: ${stderr}`);
  }
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The server ended with code ${code}.`);
  console.log(
    `\nThe steps build a server that starts${isRoot ? ' as nobody' : ''}, serves, and ends with code 0.`,
  );
} finally {
  rmSync(tempRoot, { recursive: true, force: true });
}
process.exit();
