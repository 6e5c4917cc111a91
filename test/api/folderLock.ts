// Locks the folder it is given and says so; holds the lock until its input ends. Says why when it cannot.
import { lockFolder } from '../../server/database/lockFolder.ts';

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
