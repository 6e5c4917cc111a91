import { randomBytes } from 'node:crypto';

/**
 * Generates request ids: a random part per process and a counter, so that ids are unique across servers and show which
 * process they are from.
 */
export function requestIds(): () => string {
  const ofProcess = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${ofProcess}-${count.toString(36)}`;
  };
}
