import { spawnSync } from 'node:child_process';
import { CommandError } from './commandError.ts';

/** A script for `node --eval`: it resolves an import relative to the working folder. */
const RESOLVE_SCRIPT = `
let answer;
try {
  answer = { url: import.meta.resolve(process.argv[1]) };
} catch ({ code, message }) {
  answer = { code, message };
}
console.log(JSON.stringify(answer));
`;

interface Resolution {
  readonly url?: string;
  readonly code?: string;
  readonly message?: string;
}

/**
 * The file that an import of a package name loads from a folder; null when no such package is installed there. Node resolves the
 * name, so that the conditions and subpaths of the package apply as in an import.
 *
 * @throws CommandError when the package is installed and has no such entry
 */
export function resolvePackage(folder: string, name: string): string | null {
  // A path, or a name with a scheme.
  if (/^[./\\]|^[\w+-]+:/.test(name)) return null;
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', RESOLVE_SCRIPT, '--', name],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) return null;
  const { url, code, message } = JSON.parse(stdout) as Resolution;
  if (url !== undefined) return url.startsWith('file:') ? url : null;
  if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
    throw new CommandError(`${name} cannot be loaded: ${message}`);
  return null;
}
