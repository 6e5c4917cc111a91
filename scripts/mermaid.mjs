// @ts-check
// Mermaid as one script, to try the documents' diagrams with. As a dependency it would bring a hundred packages, 150 MB,
// to everybody who installs the project; only its own archive is fetched, and only by the test that needs it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const version = '11.17.2';

/** The path of the script, which is fetched from the npm registry the first time. @returns {string} */
export function mermaidScript() {
  const folder = join(import.meta.dirname, '..', '.cache', `mermaid-${version}`);
  const script = join(folder, 'package', 'dist', 'mermaid.min.js');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    const npm = ['pack', `mermaid@${version}`, '--silent', '--ignore-scripts', '--pack-destination', folder];
    const archive = execFileSync('npm', npm, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder, 'package/dist/mermaid.min.js']);
  }
  return script;
}
