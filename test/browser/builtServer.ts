import { startServer } from '../../scripts/builtServer.ts';
import type { ServerProcess } from '../../scripts/serverProcess.ts';
import { SHORT_LIVED } from '../api/shortLived.ts';
import { TIMEOUT_FACTOR } from '../api/timeoutFactor.ts';

export interface BuiltServer extends ServerProcess {
  /** Its data folder, where the sandbox keeps its secrets. */
  readonly dataDir: string;
}

/** Starts the server that `npm start` runs. `folder`: contains the site's dist/. `more`: environment variables. */
export async function startBuiltServer(
  dataDir: string,
  folder = '.',
  extraEnvironment: NodeJS.ProcessEnv = {},
): Promise<BuiltServer> {
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TIMEOUT_FACTOR: String(TIMEOUT_FACTOR),
    // All tests have one IP address and make more attempts than a person.
    RATE_LIMIT_LOGIN: '100000',
    RATE_LIMIT_REGISTER: '100000',
    RATE_LIMIT_ENQUIRE: '100000',
    RATE_LIMIT_RESET: '100000',
    RATE_LIMIT_EXPORT: '100000',
    RATE_LIMIT_ORDER: '100000',
    RATE_LIMIT_SERIES: '100000',
    UNPAID_HOURS_NETWORK: '100000',
    ...extraEnvironment,
  };
  return { ...(await startServer(env, { site: folder, nodeOptions: SHORT_LIVED })), dataDir };
}
