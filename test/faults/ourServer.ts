import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app.ts';
import type { Config } from '../../server/platform/config/config.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { invoiceCompanies } from '../../server/companies/invoicing.ts';
import { emailSettings } from '../../server/email/fromConfig.ts';
import { sendEmails, type EmailDeps } from '../../server/email/sendEmails.ts';
import { issueTaxDocuments } from '../../server/invoices/issueTaxDocuments.ts';
import { fileName } from '../../server/invoices/documents/taxDocumentAttachment.ts';
import { razorpayGateway } from '../../server/payments/provider/gateway.ts';
import type { PaymentDeps } from '../../server/payments/deps.ts';
import { reconcile } from '../../server/payments/reconcile/reconcile.ts';
import { renewPoints } from '../../server/points/renewal.ts';
import { CrashableProcess } from './crashableProcess.ts';
import { crashableDatabase } from './crashableDatabase.ts';
import type { SimulatedMailServer } from './mailServer.ts';

/** A process of our server: the real application, which can crash at any query and any call of the provider. */
export interface OurServer {
  readonly serverProcess: CrashableProcess;
  readonly app: FastifyInstance;
  reconcile(): Promise<void>;
  /** Expires the points of an ended month, and grants those of the current one. */
  renewPoints(): Promise<void>;
  /** Queues the invoices of companies for an ended month. */
  invoiceCompanies(): Promise<void>;
  /** Issues due tax documents. */
  issueTaxDocuments(): Promise<void>;
  /** Sends due emails. */
  sendEmails(): Promise<void>;
}

/** Throws the errors of a pass. */
function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

/** A tax document as its stored text. Thousands of PDFs would take long and prove nothing more about money and emails. */
const taxDocumentText = (database: Database) => async (id: string) => {
  const taxDocument = await database
    .selectFrom('paper')
    .select(['number', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!taxDocument) return null;
  return {
    filename: fileName(taxDocument.number),
    type: 'application/json',
    content: Buffer.from(taxDocument.content),
  };
};

/** Starts a server process. All of its state is in the database. */
export async function startOurServer(
  underlyingDatabase: Database,
  config: Config & { readonly razorpay: NonNullable<Config['razorpay']> },
  providerUrl: string,
  now: () => number,
  mail: SimulatedMailServer,
  onConnectionTimeout: () => void,
): Promise<OurServer> {
  const serverProcess = new CrashableProcess();
  const database = crashableDatabase(underlyingDatabase, serverProcess, onConnectionTimeout);
  const gateway = razorpayGateway(
    { ...config.razorpay, baseUrl: () => providerUrl },
    {
      script: `${providerUrl}/v1/checkout.js`,
      sources: { script: [], frame: [], connect: [], img: [] },
    },
  );
  const app = await buildApp({ config, database, gateway, now, siteRoot: resolve('no-site') });
  await app.ready();
  const paymentDeps: PaymentDeps = { database, gateway, now, log: app.log };
  const emails: EmailDeps = {
    database,
    now,
    log: app.log,
    mailer: mail.mailer(serverProcess),
    origin: 'https://litrooms.test',
    ...emailSettings(config),
    attachments: { paper: taxDocumentText(database) },
  };
  return {
    serverProcess,
    app,
    reconcile: () => reconcile(paymentDeps),
    renewPoints: () => renewPoints({ database, now, log: app.log }),
    invoiceCompanies: async () => throwAll(await invoiceCompanies({ database, now, log: app.log })),
    issueTaxDocuments: async () => throwAll(await issueTaxDocuments({ database, config, now, log: app.log })),
    sendEmails: async () => throwAll((await sendEmails(emails)).failures),
  };
}
