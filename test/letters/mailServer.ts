import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A letter as the mail server got it: the envelope, the bytes, and what a mail program reads in them. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** What the mail server says instead of taking a letter. */
export interface Trouble {
  readonly at: 'connect' | 'from' | 'to' | 'data' | 'after-data';
  readonly code: number;
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: Received[];
  /** Each is met by one letter; taken from the front. */
  readonly troubles: Trouble[];
  /** Stops listening, with every connection. */
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

const refusal = ({ code, text }: Trouble): Error => Object.assign(new Error(text), { responseCode: code });

/** Starts a real SMTP server without TLS on this machine, that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const troubles: Trouble[] = [];
  const meet = (at: Trouble['at']): Error | null =>
    troubles[0]?.at === at ? refusal(troubles.shift() as Trouble) : null;

  const make = (): SMTPServer => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 100,
      onConnect: (_session, done) => done(meet('connect')),
      onMailFrom: (_address, _session, done) => done(meet('from')),
      onRcptTo: (_address, _session, done) => done(meet('to')),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refused = meet('data');
          if (refused) {
            done(refused);
            return;
          }
          const raw = Buffer.concat(chunks).toString('utf8');
          const { mailFrom, rcptTo } = session.envelope;
          const envelope = {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          };
          const take = async (): Promise<void> => {
            received.push({ ...envelope, raw, mail: await PostalMime.parse(raw) });
            done(meet('after-data'));
          };
          void take();
        });
      },
    });
    server.on('error', () => {});
    return server;
  };

  let server = make();
  let port = 0;
  const start = async (): Promise<void> => {
    server = make();
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
    troubles,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
