// `npm run paths`: tests the paths of the machines. `npm run paths -- --plan [machine…]` prints the paths as readable steps.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const args = process.argv.slice(3);
const [program, programArgs]: [string, string[]] = args.includes('--plan')
  ? [
      process.execPath,
      [
        'scripts/from-source.mjs',
        'test/paths/planCommand.ts',
        '--plan',
        ...args.filter((arg) => arg !== '--plan'),
      ],
    ]
  : [join('node_modules', '.bin', 'vitest'), ['run', join('test', 'paths'), ...args]];
const { status } = spawnSync(program, programArgs, {
  stdio: 'inherit',
});
process.exit(status ?? 1);
