import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import type { Database } from '../../server/database/schema.ts';
import { letterSettings } from '../../server/letters/fromConfig.ts';
import { sendLetters, type LetterDeps } from '../../server/letters/sendLetters.ts';
import { issuePapers } from '../../server/papers/issuePapers.ts';
import { fileName } from '../../server/papers/paperAttachment.ts';
import { razorpayGateway } from '../../server/payments/gateway.ts';
import type { PaymentDeps } from '../../server/payments/deps.ts';
import { reconcile } from '../../server/payments/reconcile.ts';
import { Life } from './life.ts';
import { crashableDatabase } from './crashableDatabase.ts';
import type { SimulatedMail } from './mailServer.ts';

/** One process of our server: the real application on a database and a network from which it can be cut off. */
export interface OurServer {
  readonly life: Life;
  readonly app: FastifyInstance;
  reconcile(): Promise<void>;
  /** Issues the papers that are due. */
  issuePapers(): Promise<void>;
  /** Sends the letters that are due. */
  sendLetters(): Promise<void>;
}

/** Throws the errors of a pass. */
function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/** A paper as its frozen text: drawing thousands of PDFs would prove nothing more about money and letters. */
const paperText = (database: Database) => async (id: string) => {
  const paper = await database
    .selectFrom('paper')
    .select(['number', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!paper) return null;
  return { filename: fileName(paper.number), type: 'application/json', content: Buffer.from(paper.content) };
};

/** Starts the server as after a crash: its only state is the database. */
export async function startOurServer(
  below: Database,
  config: Config & { readonly razorpay: NonNullable<Config['razorpay']> },
  providerUrl: string,
  now: () => number,
  mail: SimulatedMail,
  onStarved: () => void,
): Promise<OurServer> {
  const life = new Life();
  const database = crashableDatabase(below, life, onStarved);
  const gateway = razorpayGateway(
    { ...config.razorpay, baseUrl: () => providerUrl },
    {
      script: `${providerUrl}/v1/checkout.js`,
      sources: { script: [], frame: [], connect: [], img: [] },
    },
  );
  const app = await buildApp({ config, database, gateway, now, siteRoot: resolve('no-site') });
  await app.ready();
  const parts: PaymentDeps = { database, gateway, now, log: app.log };
  const letters: LetterDeps = {
    database,
    now,
    log: app.log,
    mailer: mail.mailer(life),
    origin: 'https://litrooms.test',
    ...letterSettings(config),
    attachments: { paper: paperText(database) },
  };
  return {
    life,
    app,
    reconcile: () => reconcile(parts),
    issuePapers: async () =>
      throwAll(await issuePapers({ database, settings: config.papers, now, log: app.log })),
    sendLetters: async () => throwAll((await sendLetters(letters)).failures),
  };
}
