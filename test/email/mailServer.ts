import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An email that the mail server has received: envelope, raw message and parsed message. */
export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** An error response of the mail server at one step of a delivery. */
export interface Fault {
  readonly at: 'connect' | 'from' | 'to' | 'data' | 'after-data';
  readonly code: number;
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedEmail[];
  /** Queued faults. Each one affects one email. */
  readonly faults: Fault[];
  /** Stops listening and closes all connections. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

const errorOf = ({ code, text }: Fault): Error => Object.assign(new Error(text), { responseCode: code });

/** Starts a real SMTP server without TLS on this machine, which records the emails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const faults: Fault[] = [];
  const takeFault = (at: Fault['at']): Error | null =>
    faults[0]?.at === at ? errorOf(faults.shift() as Fault) : null;

  const createServer = (): SMTPServer => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, done) => done(takeFault('connect')),
      onMailFrom: (_address, _session, done) => done(takeFault('from')),
      onRcptTo: (_address, _session, done) => done(takeFault('to')),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const fault = takeFault('data');
          if (fault) {
            done(fault);
            return;
          }
          const raw = Buffer.concat(chunks).toString('utf8');
          const { mailFrom, rcptTo } = session.envelope;
          const envelope = {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          };
          const receive = async (): Promise<void> => {
            received.push({ ...envelope, raw, mail: await PostalMime.parse(raw) });
            done(takeFault('after-data'));
          };
          void receive();
        });
      },
    });
    server.on('error', () => {});
    return server;
  };

  let server = createServer();
  let port = 0;
  const start = async (): Promise<void> => {
    server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    ({ port } = server.server.address() as AddressInfo);
  };
  await start();
  return {
    get port() {
      return port;
    },
    received,
    faults,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
