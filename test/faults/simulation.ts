import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deskPaths } from '../../contract/desk/paths.ts';
import { paths } from '../../contract/paths.ts';
import { addDays, dateAt } from '../../domain/time/calendar.ts';
import { priceOfPoints } from '../../domain/money/pointPurchase.ts';
import { rupeesAmount, priceOf } from '../../domain/money/pricing.ts';
import type { SettlementLine } from '../../domain/money/settlementReport.ts';
import { bookingTimes, slotCount, type SlotRange } from '../../domain/time/slots.ts';
import { accessTokens } from '../../server/account/session/accessTokens.ts';
import { readConfig, type Config } from '../../server/platform/config/config.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { seedRoomsAndPosts } from '../../server/seed/seed.ts';
import { emptyDatabase } from '../api/emptyDatabase.ts';
import { emptyTables } from '../fixtures/emptyTables.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { resetAccounts } from './accounts.ts';
import { BOOKERS, HALF_A_YEAR_IN_DAYS, ranges } from './commands.ts';
import { Network } from './network.ts';
import { WebhookQueue, type QueuedWebhook } from './webhookQueue.ts';
import { resetCompany } from './money/companies.ts';
import { SimulatedMailServer, type MailServerState } from './mailServer.ts';
import { MONTH_END, resetPoints } from './pointMonths.ts';
import { startOurServer, type OurServer } from './ourServer.ts';
import { startProvider, type PaymentProof, type Provider } from './provider.ts';

export const ROOM = 2;
/** Of all bookings at the start. */
export const FIRST_DAY = '2025-12-04';
const DAY_MS = 24 * 3_600_000;
/** A member's points at the start, in half-points: enough for two bookings. */
export const HALF_POINTS = 6;

/** The desk pays out with them. */
const PAY_OUT_PATHS: ReadonlySet<string> = new Set([deskPaths.makeRefund, deskPaths.handBack]);

/** The outcome of a command whose call the server has accepted. */
export const SUCCEEDED = 'succeeded';

/** Their errors concern the payment of the booking in the request. */
const PAYMENT_PATHS: ReadonlySet<string> = new Set([paths.completePayment, paths.releasePayment]);

const KEYS = { keyId: 'rzp_test_faults', keySecret: 'the provider and we know this secret' };
/** Of refresh tokens and links. */
export const SERVER_SECRET = 'a secret that is only for these tests';
const WEBHOOK_SECRET = 'the provider signs its webhooks with this';

/** A user. A hand-over of the account changes the address and ends the session. */
export interface Booker {
  readonly id: string;
  readonly name: string;
  email: string;
  token: string;
}

/** Of a booker or clerk at the start. */
export const emailOf = (name: string): string => `${name}@example.com`;

/**
 * An order of a booker, and the proof after its payment. For points, `bookingId` is the id of the purchase. For a payment
 * link, `orderId` is the id of the link, and `providerOrderId` the order that its page opens.
 */
export interface Checkout {
  readonly booker: Booker;
  readonly bookingId: string;
  readonly isPointPurchase: boolean;
  readonly isLink: boolean;
  readonly orderId: string;
  readonly providerOrderId: string;
  readonly amount: number;
  readonly openedAt: number;
  proof: PaymentProof | null;
}

/** A response that must be true after draining: for a booking or, in the case of 'payment refunded', for a user. */
export interface Commitment {
  readonly bookingId: string;
  readonly kind: 'points granted' | 'confirmed' | 'refund due' | 'payment refunded' | 'cancelled' | 'moved';
  /** Their payment is refunded. */
  readonly userId?: string;
  /** The payment that is refunded; another payment of the order may pay the booking. */
  readonly paymentId?: string | undefined;
  /** From the response to a cancellation. */
  readonly refund?: string;
  /** After a move. */
  readonly change?: { readonly sequence: number; readonly range: SlotRange };
}

/** An order in a response. */
interface OrderResponse {
  readonly id: string;
  readonly amount: number;
  readonly notes: readonly [unknown, unknown, { readonly booking_id: string }];
}

/** As the page shows them. */
export interface MoveTerms {
  readonly sequence: number;
  readonly difference: string;
}

/** A booking that a response has confirmed. */
export interface ConfirmedBooking {
  readonly booker: Booker;
  readonly bookingId: string;
}

interface ApiResponse {
  readonly status: number;
  readonly body: {
    data?: Record<string, unknown>;
    error?: { code: string; message: string; refund_reason?: string };
  };
}

type OurConfig = Config & { readonly razorpay: NonNullable<Config['razorpay']> };

interface SimulationDeps {
  readonly database: Database;
  readonly clock: { now: number };
  readonly network: Network;
  readonly webhookQueue: WebhookQueue;
  readonly provider: Provider;
  readonly bookers: readonly Booker[];
  readonly clerks: readonly Booker[];
  readonly newClerk: Booker;
  readonly violations: string[];
  /** At the start, in paise. */
  readonly price: number;
  readonly config: OurConfig;
  /** Every table that a sequence writes to. */
  readonly close: () => Promise<void>;
}

/** Bookers, our server, its database, the network, the provider and the clock of a sequence. */
export class Simulation {
  readonly clock: { now: number };
  readonly network: Network;
  readonly webhookQueue: WebhookQueue;
  readonly database: Database;
  readonly provider: Provider;
  readonly mail = new SimulatedMailServer();
  readonly bookers: readonly Booker[];
  /** Two clerks with all access rights. */
  readonly clerks: readonly Booker[];
  /** A clerk whose larger refunds wait for a confirmation. */
  readonly newClerk: Booker;
  /** Of all new bookings. The second date of a series is a week later. */
  day = FIRST_DAY;
  /** Ids, newest first. */
  blockOuts: string[] = [];
  /** As they were signed off, by id. */
  readonly counts = new Map<string, string>();
  /** Uploaded and stored lines, by payment and settlement. */
  readonly settled = new Map<string, SettlementLine>();
  /** Of reports of settlements. */
  uploads = 0;
  /** Of the audit and the points ledger before the sequence, because neither can be emptied. */
  lastIds = { audit: 0, points: 0 };
  /** Newest first. */
  checkouts: Checkout[] = [];
  commitments: Commitment[] = [];
  /** Newest first. */
  confirmedBookings: ConfirmedBooking[] = [];
  /** By their customer or the desk, with any response. */
  readonly cancelRequested = new Set<string>();
  /** Bookings of the other dates, by the head of the series. */
  readonly series = new Map<string, readonly string[]>();
  /**
   * Payments that somebody refunded at the provider, or whose bank opened a dispute, while the desk was paying out something. The
   * provider has no lock, so both may return the same rupees.
   */
  readonly returnedDuringPayOut = new Set<string>();
  #payOuts = 0;
  /** Ids of bookings on the account of the company. */
  readonly onAccount = new Set<string>();
  /** What responses on the site charged to the company, in paise: the price of a booking, or the difference of a move. */
  readonly chargedOnSite: { readonly bookingId: string; readonly paise: number }[] = [];
  /** Booking ids in the orders of moves. */
  readonly moveIds = new Set<string>();
  /** In paise, when the booking was created. A booking is removed when its customer moves it. */
  readonly quotedPrices = new Map<string, number>();
  /** Responses that must never be sent. */
  readonly violations: string[];
  #server!: OurServer;
  /** Occurrences of each event in all sequences. A search with few events finds little. */
  readonly happened = new Map<string, number>();
  /** In how many sequences a kind of command had an outcome. */
  readonly reached = new Map<string, Map<string, number>>();
  /** Kinds with outcomes in this sequence. */
  readonly #reachedNow = new Set<string>();
  /** What the calls of the present command responded. */
  #responses: string[] = [];
  readonly #price: number;
  readonly #config: OurConfig;
  readonly #close: () => Promise<void>;

  private constructor(parts: SimulationDeps) {
    this.database = parts.database;
    this.clock = parts.clock;
    this.network = parts.network;
    this.webhookQueue = parts.webhookQueue;
    this.provider = parts.provider;
    this.bookers = parts.bookers;
    this.clerks = parts.clerks;
    this.newClerk = parts.newClerk;
    this.violations = parts.violations;
    this.#price = parts.price;
    this.#config = parts.config;
    this.#close = parts.close;
  }

  static async open(): Promise<Simulation> {
    const open = await emptyDatabase();
    const { database } = open;
    await migrate(database);
    await seedRoomsAndPosts(database);
    const clock = { now: MONTH_END };
    const now = () => clock.now;
    const baseConfig = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ACCESS_TOKEN_SECRET: 'a secret that is only for these tests',
      REFRESH_TOKEN_SECRET: SERVER_SECRET,
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRETS: WEBHOOK_SECRET,
      RATE_LIMIT_ORDER: '100000',
      RATE_LIMIT_RESET: '100000',
      UNPAID_HOURS_NETWORK: '100000',
    });
    // The tokens are valid for a whole sequence.
    const config = {
      ...baseConfig,
      accessTokenMinutes: 60 * 24 * 365 * 20,
      razorpay: { ...KEYS, webhookSecrets: [WEBHOOK_SECRET] },
    };

    const tokens = accessTokens(config, now);
    const createUser = async (
      name: string,
      values: { is_member?: boolean; role?: 'owner' | 'staff' },
    ): Promise<Booker> => {
      const { id } = await database
        .insertInto('app_user')
        .values({
          email: emailOf(name),
          password_hash: '-',
          email_confirmed_at: new Date(0),
          first_name: name,
          phone: '+919840012345',
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const isMember = values.is_member ?? false;
      const sessionId = await insertSession(database, id);
      return { id, name, email: emailOf(name), token: await tokens.issue({ id, isMember, sessionId }) };
    };
    const bookers: Booker[] = [];
    for (let n = 0; n < BOOKERS; n += 1) {
      bookers.push(await createUser(`booker-${n}`, { is_member: n < BOOKERS - 1 }));
    }
    const clerks = [
      await createUser('clerk-0', { role: 'owner' }),
      await createUser('clerk-1', { role: 'owner' }),
    ];
    const newClerk = await createUser('new-clerk', { role: 'staff' });
    const { price_per_hour_paise: price } = await database
      .selectFrom('room')
      .select('price_per_hour_paise')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    const violations: string[] = [];
    const network = new Network();
    const webhookQueue = new WebhookQueue();
    const provider = await startProvider({
      database,
      now,
      network,
      webhookQueue,
      keys: { ...KEYS, webhookSecret: WEBHOOK_SECRET },
      onServerError: (message) => void violations.push(message),
    });
    const simulation = new Simulation({
      database,
      clock,
      network,
      webhookQueue,
      provider,
      bookers,
      clerks,
      newClerk,
      violations,
      price,
      config,
      async close() {
        await provider.close();
        await open.close();
      },
    });
    await simulation.startServer();
    return simulation;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /**
   * Passes half a year, once in a sequence: the simulated time must stay before the real one, because no server takes the slots of
   * a hold that has not expired by the clock of the database.
   */
  passHalfAYear(): void {
    if (this.day !== FIRST_DAY) return;
    this.clock.now += HALF_A_YEAR_IN_DAYS * DAY_MS;
    this.day = addDays(this.day, HALF_A_YEAR_IN_DAYS);
    this.count('half a year');
  }

  count(event: string, times = 1): void {
    this.happened.set(event, (this.happened.get(event) ?? 0) + times);
  }

  /**
   * Runs a command, and counts the sequence for its kind and outcome: a kind succeeds when the server has accepted a call. Commands
   * without calls of our server have no outcome. A command that runs within another one is counted alone.
   */
  async runCounted<T>(kind: string, run: () => Promise<T>): Promise<T> {
    const outer = this.#responses;
    this.#responses = [];
    try {
      return await run();
    } finally {
      const [first = 'nothing to do'] = this.#responses;
      const outcome = this.#responses.includes(SUCCEEDED) ? SUCCEEDED : first;
      this.#responses = outer;
      if (!this.#reachedNow.has(`${kind} ${outcome}`)) {
        this.#reachedNow.add(`${kind} ${outcome}`);
        const outcomes = this.reached.get(kind) ?? new Map<string, number>();
        this.reached.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
      }
    }
  }

  get serverProcess() {
    return this.#server.serverProcess;
  }

  /** Starts a server, also instead of a crashed one. */
  async startServer(): Promise<void> {
    this.#server = await startOurServer(
      this.database,
      this.#config,
      this.provider.url,
      () => this.clock.now,
      this.mail,
      () =>
        void this.violations.push(
          'a query outside a transaction waited for the connection of that transaction',
        ),
    );
    this.network.connect(this.#server.serverProcess);
  }

  async restartIfCrashed(): Promise<boolean> {
    if (!this.serverProcess.crashed) return false;
    this.count('crash within a command');
    await this.startServer();
    return true;
  }

  /** After a crash the page sends its calls again. The responses tell what was done, also by the calls whose response was lost. */
  async repeatIfCrashed(send: () => Promise<unknown>): Promise<void> {
    if (await this.restartIfCrashed()) await send();
  }

  /** Resets everything to the state without bookings. */
  async reset(): Promise<void> {
    await emptyTables(this.database);
    await resetAccounts(this);
    await resetPoints(
      this,
      this.bookers.slice(0, -1).map(({ name }) => name),
      HALF_POINTS,
    );
    await this.database
      .updateTable('room')
      .set({ price_per_hour_paise: this.#price, version: 0 })
      .where('id', '=', ROOM)
      .execute();
    const { rows } = await sql<{ audit: number; points: number }>`
      select (select coalesce(max(id), 0) from audit_entry)::integer as audit,
        (select coalesce(max(id), 0) from point_entry)::integer as points`.execute(this.database);
    this.lastIds = rows[0] ?? this.lastIds;
    this.clock.now = MONTH_END;
    this.day = FIRST_DAY;
    this.network.reset();
    this.webhookQueue.clear();
    this.mail.reset();
    this.checkouts = [];
    this.commitments = [];
    this.confirmedBookings = [];
    this.cancelRequested.clear();
    this.returnedDuringPayOut.clear();
    this.onAccount.clear();
    this.chargedOnSite.length = 0;
    this.moveIds.clear();
    this.quotedPrices.clear();
    this.series.clear();
    this.counts.clear();
    this.settled.clear();
    this.uploads = 0;
    this.#reachedNow.clear();
    this.blockOuts = [];
    this.violations.length = 0;
    await resetCompany(this);
    await this.provider.reset();
    if (this.serverProcess.crashed) await this.startServer();
  }

  /** Notes a refund or a dispute that somebody made at the provider; null when nobody could. */
  recordReturn(event: string, paymentId: string | null): void {
    if (paymentId === null) return;
    this.count(event);
    if (this.#payOuts > 0) this.returnedDuringPayOut.add(paymentId);
  }

  /** Sends a request to our server. Returns null when it crashed before its response. */
  async #send(
    path: string,
    payload: string | Buffer,
    headers: Record<string, string>,
  ): Promise<ApiResponse | null> {
    const { app, serverProcess } = this.#server;
    const { statusCode: status, body } = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (serverProcess.crashed) {
      this.#responses.push('crash');
      return null;
    }
    const response = { status, body: JSON.parse(body) as ApiResponse['body'] };
    this.#responses.push(status === 200 ? SUCCEEDED : (response.body.error?.code ?? String(status)));
    if (status >= 500 && status !== 503) this.violations.push(`${path} responded with ${status}: ${body}`);
    if (status === 401) this.violations.push(`${path} did not accept the access token`);
    this.count(`${path.split('?')[0] ?? path} responded with ${status}`);
    return response;
  }

  /** Signs a booker in again, because a hand-over of the account ends its sessions. */
  async signIn(booker: Booker): Promise<void> {
    const sessionId = await insertSession(this.database, booker.id);
    const tokens = accessTokens(this.#config, () => this.clock.now);
    booker.token = await tokens.issue({ id: booker.id, isMember: false, sessionId });
  }

  /** Sends a POST of somebody who is not signed in. Returns null when our server crashed before its response. */
  postAsVisitor(path: string, fields: object): Promise<ApiResponse | null> {
    return this.#send(path, JSON.stringify(fields), {});
  }

  /** Sends a CSV file of a clerk. Returns null when our server crashed before its response. */
  postFile(clerk: Booker, path: string, file: string): Promise<ApiResponse | null> {
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'text/csv' };
    return this.#send(path, Buffer.from(file), headers);
  }

  /** Sends a POST of a booker or clerk. Returns null when our server crashed before its response. */
  async post(booker: Booker, path: string, fields: object): Promise<ApiResponse | null> {
    const isPayOut = PAY_OUT_PATHS.has(path);
    if (isPayOut) this.#payOuts += 1;
    const response = await this.#send(path, JSON.stringify(fields), {
      authorization: `Bearer ${booker.token}`,
    });
    if (isPayOut) this.#payOuts -= 1;
    const bookingId =
      (fields as { booking_id?: string }).booking_id ?? (response?.body.data?.booking_id as string);
    if (response?.body.error?.refund_reason !== undefined) {
      // Only these paths refer to the booking in the request. Other calls are refused because of another hold of the user.
      const kind = PAYMENT_PATHS.has(path) ? 'refund due' : 'payment refunded';
      const { payment_id: paymentId } = fields as { payment_id?: string };
      this.commitments.push({ bookingId, kind, userId: booker.id, paymentId });
    }
    const isConfirmed =
      path === paths.book ? response?.status === 200 : response?.body.data?.status === 'confirmed';
    if (isConfirmed) this.recordConfirmed(booker, bookingId);
    return response;
  }

  /** Records a response that confirms a booking. */
  recordConfirmed(booker: Booker, bookingId: string): void {
    if (this.#isCancelled(bookingId)) {
      this.violations.push('a response confirmed a booking after a response had cancelled it');
    }
    this.commitments.push({ bookingId, kind: 'confirmed' });
    const isKnown =
      this.moveIds.has(bookingId) || this.confirmedBookings.some((each) => each.bookingId === bookingId);
    if (!isKnown) this.confirmedBookings.unshift({ booker, bookingId });
    // The payment of a series confirms all dates, except those that were cancelled separately.
    for (const other of this.series.get(bookingId) ?? []) {
      if (!this.#isCancelled(other)) this.recordConfirmed(booker, other);
    }
  }

  #isCancelled(bookingId: string): boolean {
    return this.commitments.some((each) => each.bookingId === bookingId && each.kind === 'cancelled');
  }

  /** Per hour, in paise. */
  async #shownPrice(): Promise<number> {
    const today = dateAt(this.clock.now);
    const { rows } = await sql<{ price: number }>`
      select coalesce((select price_per_hour_paise from room_price where room_id = room.id and from_day <= ${today}
        order by from_day desc limit 1), price_per_hour_paise) as price
      from room where id = ${ROOM}`.execute(this.database);
    return rows[0]?.price ?? this.#price;
  }

  /** With the price in paise. */
  async bookingFields(booker: Booker, rangeIndex: number) {
    const range = ranges[rangeIndex] ?? { start: 20, end: 22 };
    const fields = { mid: ROOM, uid: booker.id, bdate: this.day, ...bookingTimes(range) };
    return { fields, price: priceOf(await this.#shownPrice(), slotCount(range)).total };
  }

  async create(booker: Booker, rangeIndex: number, wrongAmount = false): Promise<void> {
    const { fields, price } = await this.bookingFields(booker, rangeIndex);
    const amount = rupeesAmount(wrongAmount ? price - 100 : price);
    const response = await this.post(booker, paths.createPayment, { ...fields, amount, currency: 'INR' });
    const data = response?.body.data as OrderResponse | undefined;
    if (!data) return;
    this.quotedPrices.set(data.notes[2].booking_id, price);
    this.#openCheckout(booker, data);
  }

  /** As the customer does. */
  async openLink(booker: Booker, bookingId: string, price: number): Promise<void> {
    const { order_id: orderId } = await this.database
      .selectFrom('payment_order')
      .select('order_id')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow();
    const providerOrderId = await this.provider.orderOfLink(orderId);
    this.quotedPrices.set(bookingId, price);
    this.confirmedBookings.unshift({ booker, bookingId });
    this.#addCheckout(booker, orderId, price, {
      bookingId,
      isPointPurchase: false,
      isLink: true,
      providerOrderId,
    });
  }

  #openCheckout(booker: Booker, { id: orderId, amount, notes }: OrderResponse): void {
    this.#addCheckout(booker, orderId, amount, {
      bookingId: notes[2].booking_id,
      isPointPurchase: false,
      isLink: false,
      providerOrderId: orderId,
    });
  }

  #addCheckout(
    booker: Booker,
    orderId: string,
    amount: number,
    order: Pick<Checkout, 'bookingId' | 'isPointPurchase' | 'isLink' | 'providerOrderId'>,
  ): void {
    if (this.checkouts.some((each) => each.orderId === orderId)) return;
    this.checkouts.unshift({ booker, ...order, orderId, amount, openedAt: this.clock.now, proof: null });
  }

  async buyPoints(booker: Booker, points: number, wrongAmount = false): Promise<void> {
    const price = priceOfPoints(points, this.#config.pointPrice);
    const amount = rupeesAmount(wrongAmount ? price - 100 : price);
    const response = await this.post(booker, paths.buyPoints, { points, amount });
    const data = response?.body.data as { id: string; amount: number; purchase_id: string } | undefined;
    if (!data) return;
    this.#addCheckout(booker, data.id, data.amount, {
      bookingId: data.purchase_id,
      isPointPurchase: true,
      isLink: false,
      providerOrderId: data.id,
    });
  }

  /** Records a response that grants points. */
  #given(response: ApiResponse | null): void {
    if (response?.body.data?.status !== 'granted') return;
    this.commitments.push({ bookingId: String(response.body.data.purchase_id), kind: 'points granted' });
  }

  async #askAboutPoints(booker: Booker, { bookingId }: Checkout): Promise<void> {
    const data = await this.get<ApiResponse['body']['data']>(booker, paths.pointPurchase, {
      purchase_id: bookingId,
    });
    if (data) this.#given({ status: 200, body: { data } });
  }

  async bookWithPoints(booker: Booker, rangeIndex: number): Promise<void> {
    await this.post(booker, paths.book, (await this.bookingFields(booker, rangeIndex)).fields);
  }

  async #seriesFields(booker: Booker, rangeIndex: number) {
    const { fields, price } = await this.bookingFields(booker, rangeIndex);
    const { uid, ...date } = fields;
    return { fields: { uid, dates: [date, { ...date, bdate: addDays(this.day, 7) }] }, price: 2 * price };
  }

  async createSeries(booker: Booker, rangeIndex: number): Promise<void> {
    const { fields, price } = await this.#seriesFields(booker, rangeIndex);
    const response = await this.post(booker, paths.createSeriesPayment, {
      ...fields,
      amount: rupeesAmount(price),
      currency: 'INR',
    });
    const data = response?.body.data as OrderResponse | undefined;
    if (!data) return;
    const head = data.notes[2].booking_id;
    await this.recordSeries(head);
    this.#openCheckout(booker, data);
  }

  /** Reads the other dates of a series. */
  async recordSeries(head: string): Promise<void> {
    const rows = await this.database
      .selectFrom('series_date')
      .select('booking_id')
      .where('head_id', '=', head)
      .where('booking_id', '<>', head)
      .execute();
    this.series.set(
      head,
      rows.map(({ booking_id }) => booking_id),
    );
  }

  async bookSeriesWithPoints(booker: Booker, rangeIndex: number): Promise<void> {
    const response = await this.post(
      booker,
      paths.bookSeries,
      (await this.#seriesFields(booker, rangeIndex)).fields,
    );
    if (response?.status !== 200) return;
    for (const id of (response.body.data?.booking_ids ?? []) as string[]) this.recordConfirmed(booker, id);
  }

  async complete(
    booker: Booker,
    { bookingId, amount, isPointPurchase }: Checkout,
    handed: PaymentProof,
  ): Promise<void> {
    const response = await this.post(booker, isPointPurchase ? paths.completePoints : paths.completePayment, {
      [isPointPurchase ? 'purchase_id' : 'booking_id']: bookingId,
      order_id: handed.razorpay_order_id,
      payment_id: handed.razorpay_payment_id,
      signature: handed.razorpay_signature,
      amount: rupeesAmount(amount),
    });
    this.#given(response);
  }

  /** Reports that the checkout was closed. Unpaid purchases of points need no release, so that only their status is fetched. */
  async release(booker: Booker, checkout: Checkout, evenIfPending = false): Promise<void> {
    const { bookingId } = checkout;
    if (checkout.isPointPurchase) return this.#askAboutPoints(booker, checkout);
    await this.post(booker, paths.releasePayment, { booking_id: bookingId, give_up: evenIfPending });
  }

  async fetchPaymentStatus(booker: Booker, checkout: Checkout): Promise<void> {
    const { bookingId } = checkout;
    if (checkout.isPointPurchase) return this.#askAboutPoints(booker, checkout);
    const { app, serverProcess } = this.#server;
    const { statusCode: status, body } = await app.inject({
      url: `${paths.paymentStatus}?booking_id=${bookingId}`,
      headers: { authorization: `Bearer ${booker.token}` },
    });
    if (serverProcess.crashed) return;
    if (status >= 500 && status !== 503)
      this.violations.push(`${paths.paymentStatus} responded with ${status}: ${body}`);
    if (body.includes('"confirmed"')) this.recordConfirmed(booker, bookingId);
  }

  /** Null for an error. */
  async get<T>(booker: Booker, path: string, query: Record<string, string>): Promise<T | null> {
    const { app, serverProcess } = this.#server;
    const { statusCode: status, body } = await app.inject({
      url: `${path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${booker.token}` },
    });
    if (serverProcess.crashed) return null;
    if (status >= 500 && status !== 503) this.violations.push(`${path} responded with ${status}: ${body}`);
    return (JSON.parse(body) as { data?: T }).data ?? null;
  }

  /** The refund that the page shows; null when the booking cannot be cancelled. */
  async fetchCancelTerms(booker: Booker, { bookingId }: ConfirmedBooking): Promise<string | null> {
    const shown = await this.get<{ refund: string }>(booker, paths.cancelTerms, { booking_id: bookingId });
    return shown?.refund ?? null;
  }

  async #moveFields(booker: Booker, { bookingId }: ConfirmedBooking, rangeIndex: number) {
    const { uid: _uid, ...where } = (await this.bookingFields(booker, rangeIndex)).fields;
    return { ...where, mid: String(where.mid), booking_id: bookingId };
  }

  /** Null when the booking cannot be moved there. */
  async fetchMoveTerms(
    booker: Booker,
    target: ConfirmedBooking,
    rangeIndex: number,
  ): Promise<MoveTerms | null> {
    return this.get(booker, paths.moveTerms, await this.#moveFields(booker, target, rangeIndex));
  }

  async move(booker: Booker, target: ConfirmedBooking, rangeIndex: number, shown: MoveTerms): Promise<void> {
    const { sequence, difference } = shown;
    const fields = { ...(await this.#moveFields(booker, target, rangeIndex)), sequence, difference };
    this.quotedPrices.delete(target.bookingId);
    const response = await this.post(booker, paths.move, fields);
    if (response?.status !== 200) return;
    if (booker !== target.booker) this.violations.push('a user moved the booking of another user');
    const data = response.body.data as { status: string; sequence: number; order: OrderResponse };
    this.count(`a move was ${data.status}`);
    if (data.status === 'unpaid') {
      this.moveIds.add(data.order.notes[2].booking_id);
      this.#openCheckout(booker, data.order);
    } else {
      const isNew = !this.commitments.some(
        (each) => each.bookingId === target.bookingId && each.change?.sequence === data.sequence,
      );
      const paise = Math.round(Number(difference) * 100);
      if (isNew && paise > 0 && this.onAccount.has(target.bookingId)) {
        this.chargedOnSite.push({ bookingId: target.bookingId, paise });
        this.count('a move was charged to the company');
      }
      const change = { sequence: data.sequence, range: ranges[rangeIndex] as SlotRange };
      this.commitments.push({ bookingId: target.bookingId, kind: 'moved', change });
    }
  }

  async cancel(
    booker: Booker,
    { booker: owner, bookingId }: ConfirmedBooking,
    refund: string,
  ): Promise<void> {
    if (booker === owner) this.cancelRequested.add(bookingId);
    const response = await this.post(booker, paths.cancel, { booking_id: bookingId, refund });
    if (response?.status !== 200) return;
    if (booker !== owner) this.violations.push('a user cancelled the booking of another user');
    this.commitments.push({ bookingId, kind: 'cancelled', refund: String(response.body.data?.refund) });
  }

  /** Delivers a webhook. Returns the status, or null without a response. */
  async deliver({ body, headers }: QueuedWebhook): Promise<number | null> {
    const response = await this.#send(paths.paymentWebhook, body, headers);
    return response?.status ?? null;
  }

  /** Delivers a forged webhook of a payment that does not exist. */
  async deliverForged(orderId: string, amount: number): Promise<void> {
    const payment = {
      id: 'pay_forgedforged00',
      order_id: orderId,
      amount,
      currency: 'INR',
      status: 'captured',
    };
    const body = Buffer.from(
      JSON.stringify({
        entity: 'event',
        event: 'payment.captured',
        payload: { payment: { entity: payment } },
      }),
    );
    const signature = createHmac('sha256', 'not the secret').update(body).digest('hex');
    const status = await this.deliver({ body, headers: { 'x-razorpay-signature': signature } });
    if (status === 200) this.violations.push('a forged webhook was accepted');
  }

  async reconcile(): Promise<void> {
    const { serverProcess } = this.#server;
    try {
      await this.#server.reconcile();
    } catch (error) {
      if (!serverProcess.crashed) this.violations.push(`reconciling failed: ${String(error)}`);
    }
  }

  /** Dates new payments with the simulated time: the database dates them with its own clock, which is later. */
  async datePayments(): Promise<void> {
    const now = new Date(this.clock.now);
    await this.database
      .updateTable('payment')
      .set({ recorded_at: now })
      .where('recorded_at', '>', now)
      .execute();
  }

  /** Our server expires and grants points of a month. */
  async renewPoints(): Promise<void> {
    const { serverProcess } = this.#server;
    try {
      await this.#server.renewPoints();
    } catch (error) {
      if (!serverProcess.crashed) this.violations.push(`renewing points failed: ${String(error)}`);
    }
  }

  /** Our server queues the invoices of companies for an ended month. */
  async invoiceCompanies(): Promise<void> {
    const { serverProcess } = this.#server;
    try {
      await this.#server.invoiceCompanies();
    } catch (error) {
      if (!serverProcess.crashed) this.violations.push(`invoicing companies failed: ${String(error)}`);
    }
  }

  /** Our server issues due tax documents. */
  async issueTaxDocuments(): Promise<void> {
    const { serverProcess } = this.#server;
    try {
      await this.#server.issueTaxDocuments();
    } catch (error) {
      if (!serverProcess.crashed) this.violations.push(`issuing tax documents failed: ${String(error)}`);
    }
  }

  /** Our server sends due emails. */
  async sendEmails(mood: MailServerState): Promise<void> {
    const { serverProcess } = this.#server;
    this.mail.state = mood;
    try {
      await this.#server.sendEmails();
    } catch (error) {
      if (!serverProcess.crashed) this.violations.push(`sending emails failed: ${String(error)}`);
    }
  }
}
