// @ts-check
import { createServer } from 'node:net';

/**
 * Lets the system choose a TCP port nobody listens on. Another program may take it in the moment between; with ports
 * given out in turn that does not happen in practice.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') throw new Error('a TCP port was asked for');
      probe.close(() => resolve(address.port));
    });
  });
}
