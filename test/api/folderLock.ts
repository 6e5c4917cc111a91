// Locks a folder and reports the result; holds the lock until its input ends.
import { lockFolder } from '../../server/platform/database/connection/lockFolder.ts';

try {
  const unlock = await lockFolder(process.argv[3] as string);
  console.log('locked');
  process.stdin.resume().once('end', () => {
    unlock();
    process.exit(0);
  });
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
