import { startServer } from '../../scripts/builtServer.mjs';
import type { ServerProcess } from '../../scripts/serverProcess.mjs';

export interface BuiltServer extends ServerProcess {
  /** Its data folder, where the sandbox keeps its secrets. */
  readonly dataDir: string;
}

/** Starts the server that `npm start` runs, for walks. `folder`: holds the site's dist/. `more`: of its environment. */
export async function startBuiltServer(
  dataDir: string,
  folder = '.',
  more: NodeJS.ProcessEnv = {},
): Promise<BuiltServer> {
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // All walks come from one address and try more often than a person would.
    RATE_LIMIT_LOGIN: '100000',
    RATE_LIMIT_REGISTER: '100000',
    RATE_LIMIT_ENQUIRE: '100000',
    RATE_LIMIT_ORDER: '100000',
    ...more,
  };
  return { ...(await startServer(env, { site: folder })), dataDir };
}
