import { createServer } from 'node:net';

/**
 * Lets the system choose a free TCP port. Another program could take the port before it is used; this does not happen in practice,
 * because systems assign ports in turn.
 */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no TCP address');
      probe.close(() => resolve(address.port));
    });
  });
}
