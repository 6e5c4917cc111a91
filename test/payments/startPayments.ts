import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import type { CreatePaymentResponse } from '../../contract/bookings/booking.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import { priceOf, rupeesAmount } from '../../domain/money/pricing.ts';
import { slotCount, type SlotRange } from '../../domain/time/slots.ts';
import type { OpenDatabase } from '../../server/platform/database/openDatabase.ts';
import type { BookingCode } from '../../domain/bookings/bookingStates.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import type { Standby } from '../../server/platform/database/connection/standby.ts';
import { gatewayFromConfig, SANDBOX_PATH } from '../../server/payments/provider/fromConfig.ts';
import type { PrintEach } from '../../server/invoices/pdf/printTaxDocuments.ts';
import type { PaymentGateway } from '../../server/payments/provider/gateway.ts';
import type { SandboxControls } from '../../tools/sandbox/controls.ts';
import { sandboxKeys, type SandboxKeys } from '../../server/payments/provider/sandboxKeys.ts';
import { bookingFields, post, signIn, type ApiResponse, type SignedIn } from '../api/client.ts';
import { START, startServer, type TestServer } from '../api/startServer.ts';
import { TIMEOUT_FACTOR } from '../api/timeoutFactor.ts';
import { emptyTables } from '../fixtures/emptyTables.ts';
import { setHalfPoints } from '../fixtures/setHalfPoints.ts';

/** Booked by these tests: a room, its price per hour in paise, and a day and slot range in it. */
export const ROOM = 2;
const PRICE = 502_00;
export const DAY = '2025-11-25';
export const MORNING: SlotRange = { start: 20, end: 23 };

/** In rupees as the client sends them. */
export const costOf = (range: SlotRange): string => rupeesAmount(priceOf(PRICE, slotCount(range)).total);

/** A server with the sandbox as its payment provider, and signed-in users. */
export interface PaymentServer extends TestServer {
  readonly gateway: PaymentGateway;
  readonly keys: SandboxKeys;
  /** The official SDK without our wrapper. */
  readonly sdk: Razorpay;
  /** Tests set `up` to false to make the provider unreachable for the gateway. */
  readonly provider: { up: boolean };
  readonly sandbox: SandboxControls;
  readonly guest: SignedIn;
  readonly member: SignedIn;
  readonly blocked: SignedIn;
  /** Deletes everything except accounts and demo data, restores the member's points, and sets the clock back to START. */
  reset(): Promise<void>;
}

/** Of the member at the start of a test. */
const HALF_POINTS = 40;

/** Nothing listens on this port. */
const UNREACHABLE = 'http://127.0.0.1:9';

/**
 * Starts the real application with the sandbox as its payment provider. Servers that share a database must share `dataDir`,
 * where the sandbox stores its keys. `env` contains further environment variables.
 */
export async function startPayments({
  database,
  dataDir = mkdtempSync(join(tmpdir(), 'litrooms-payments-')),
  env = {},
  standby,
  printEach,
}: {
  database?: OpenDatabase;
  dataDir?: string;
  env?: NodeJS.ProcessEnv;
  standby?: (database: Database) => Standby;
  printEach?: PrintEach;
} = {}): Promise<PaymentServer> {
  const provider = { up: true };
  const url = () => (provider.up ? server.url : UNREACHABLE);
  const gateway = gatewayFromConfig({ razorpay: null, dataDir, timeoutFactor: TIMEOUT_FACTOR }, url);
  const server = await startServer({
    ...(standby && { standby }),
    ...(printEach && { printEach }),
    env: { DATA_DIR: dataDir, ACCESS_TOKEN_MINUTES: '1440', ...env },
    gateway,
    ...(database && { database }),
  });

  /** Tests change the price of the room, so that `reset` restores it. */
  const setPrice = () =>
    server.database.updateTable('room').set({ price_per_hour_paise: PRICE }).where('id', '=', ROOM).execute();
  await setPrice();
  const member = await signIn(server, 'member');
  /** Tests spend the member's points, so that `reset` restores them. */
  const setPoints = () => setHalfPoints(server.database, HALF_POINTS, member.user_id);

  const { sandbox } = server;
  if (!sandbox) throw new Error('the sandbox is not there');
  const keys = sandboxKeys(dataDir);
  const sdk = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  Object.assign((sdk.api as unknown as { rq: { defaults: object } }).rq.defaults, {
    baseURL: server.url + SANDBOX_PATH,
    proxy: false,
  });

  return {
    ...server,
    sandbox,
    gateway,
    keys,
    sdk,
    provider,
    guest: await signIn(server, 'guest'),
    member,
    blocked: await signIn(server, 'blocked'),
    async reset() {
      server.clock.now = START;
      provider.up = true;
      server.logged.length = 0;
      await sandbox.reset();
      await emptyTables(server.database);
      await setPrice();
      await setPoints();
      await openDaily(server, DEFAULT_OPENING);
    },
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sets the opening hours of a room, the same for every weekday. */
export async function openDaily(
  { database }: Pick<TestServer, 'database'>,
  { start, end }: SlotRange,
  room: number = ROOM,
): Promise<void> {
  const daily = (slot: number) => Array.from({ length: 7 }, () => slot);
  await database
    .updateTable('room')
    .set({ opens: daily(start), closes: daily(end) })
    .where('id', '=', room)
    .execute();
}

export type CreatedPayment = CreatePaymentResponse['data'];

/** Throws with the status and the body when the response is an error. */
export function dataOf<T>({ status, body }: ApiResponse<{ data: T }>): T {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** Creates a card payment for a slot range. The last argument replaces fields, also by invalid values. `from`: as in `post`. */
export const create = (
  server: PaymentServer,
  range: SlotRange = MORNING,
  {
    user = server.guest,
    from,
    ...overrides
  }: { user?: SignedIn; from?: string | undefined } & Record<string, unknown> = {},
): Promise<ApiResponse<{ data: CreatedPayment } & ErrorBody>> =>
  post(
    server,
    paths.createPayment,
    {
      ...bookingFields(user, ROOM, DAY, range),
      amount: costOf(range),
      currency: 'INR',
      ...overrides,
    },
    { token: user.access, as: 'multipart', from },
  );

/** As the checkout reports a payment. */
export interface Paid {
  readonly razorpay_payment_id: string;
  readonly razorpay_order_id: string;
  readonly razorpay_signature: string;
}

/** Sends the report of the checkout, like the site. The last argument replaces fields. */
export const complete = (
  server: PaymentServer,
  created: CreatedPayment,
  paid: Paid,
  { user = server.guest, ...overrides }: { user?: SignedIn } & Record<string, unknown> = {},
): Promise<ApiResponse<{ data: { booking_id: string; status: string } } & ErrorBody>> =>
  post(
    server,
    paths.completePayment,
    {
      booking_id: created.notes[2].booking_id,
      order_id: paid.razorpay_order_id,
      payment_id: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
      amount: rupeesAmount(created.amount),
      ...overrides,
    },
    { token: user.access, as: 'urlencoded' },
  );

/** Releases a hold, like the site when the checkout is closed. */
export const release = (
  server: PaymentServer,
  created: CreatedPayment,
  user = server.guest,
): Promise<ApiResponse<{ data: { booking_id: string; status: string } } & ErrorBody>> =>
  post(server, paths.releasePayment, { booking_id: created.notes[2].booking_id }, { token: user.access });

/** Status, slots and refunds in the database. */
export async function bookingState(
  server: PaymentServer,
  created: CreatedPayment,
): Promise<{ status: BookingCode; slots: number[]; refunds: string[] }> {
  const { booking_id: id } = created.notes[2];
  const booking = await server.database
    .selectFrom('booking')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const slots = await server.database
    .selectFrom('booking_slot')
    .select('slot')
    .where('booking_id', '=', id)
    .orderBy('slot')
    .execute();
  const refunds = await server.database
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.source_payment_id')
    .select('payment.payment_id')
    .where('payment.order_id', '=', created.id)
    .execute();
  return {
    status: booking.status,
    slots: slots.map(({ slot }) => slot),
    refunds: refunds.map(({ payment_id }) => payment_id),
  };
}
