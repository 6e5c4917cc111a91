// Mermaid as one script, to check the diagrams of the documents. As a dependency it would add a hundred packages, 150 MB, to every
// installation of the project; the test that needs Mermaid downloads only its archive.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const version = '11.17.2';

/** The first call downloads the script from the npm registry. */
export function mermaidScript(): string {
  const folder = join(import.meta.dirname, '..', '.cache', `mermaid-${version}`);
  const script = join(folder, 'package', 'dist', 'mermaid.min.js');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    const npmArgs = [
      'pack',
      `mermaid@${version}`,
      '--silent',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    ];
    const archive = execFileSync('npm', npmArgs, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder, 'package/dist/mermaid.min.js']);
  }
  return script;
}
