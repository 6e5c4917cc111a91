import { randomBytes } from 'node:crypto';

/**
 * Returns a generator of request ids. An id has a random part per process and a counter, so it is unique across servers and
 * shows which process generated it.
 */
export function requestIds(): () => string {
  const processPrefix = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${processPrefix}-${count.toString(36)}`;
  };
}
