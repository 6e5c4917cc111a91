import { spawnSync } from 'node:child_process';
import { Refusal } from './refusal.ts';

/** What Node evaluates imports from the folder in which it runs. */
const ASK = `
let answer;
try {
  answer = { url: import.meta.resolve(process.argv[1]) };
} catch ({ code, message }) {
  answer = { code, message };
}
console.log(JSON.stringify(answer));
`;

interface Answer {
  readonly url?: string;
  readonly code?: string;
  readonly message?: string;
}

/**
 * The file that an import of a package's name from a folder loads; null when no such package is installed there. Node itself
 * is asked, so that the package's conditions and subpaths count as they do in an import.
 *
 * @throws Refusal when the package is installed and has no such entry
 */
export function resolvePackage(folder: string, name: string): string | null {
  // A path, or a name with a scheme.
  if (/^[./\\]|^[\w+-]+:/.test(name)) return null;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', ASK, '--', name],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) return null;
  const { url, code, message } = JSON.parse(stdout) as Answer;
  if (url !== undefined) return url.startsWith('file:') ? url : null;
  if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw new Refusal(`${name} cannot be loaded: ${message}`);
  return null;
}
