import { randomBytes } from 'node:crypto';

/**
 * Makes ids for the requests of one server process: its own random part and a number that counts up, so that no two
 * requests of any servers share one, and those of a process can be told apart from another's in a common log.
 */
export function requestIds(): () => string {
  const ofProcess = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${ofProcess}-${count.toString(36)}`;
  };
}
