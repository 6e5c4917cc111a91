const NOTICE =
  'The server runs as root: a fault in it would give an attacker the whole machine. Start it as a user of its own (see docs/deploying.md).';

/** For a server in production that runs as root; null otherwise. `uid`: undefined on systems without user ids. */
export const rootNotice = (production: boolean, uid: number | undefined): string | null =>
  production && uid === 0 ? NOTICE : null;
