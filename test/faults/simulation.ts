import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { paths } from '../../contract/paths.ts';
import { dateAt } from '../../domain/calendar.ts';
import { priceOfPoints } from '../../domain/pointPurchase.ts';
import { rupeesAmount, priceOf } from '../../domain/pricing.ts';
import { bookingTimes, slotCount, type SlotRange } from '../../domain/slots.ts';
import { accessTokens } from '../../server/accounts/accessTokens.ts';
import { readConfig, type Config } from '../../server/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import type { Database } from '../../server/database/schema.ts';
import { seedRoomsAndPosts } from '../../server/seed/seed.ts';
import { emptyDatabase } from '../api/emptyDatabase.ts';
import { START } from '../api/startServer.ts';
import { insertSession } from '../fixtures/insertSession.ts';
import { BOOKERS, ranges } from './commands.ts';
import { Line } from './line.ts';
import { WebhookQueue, type QueuedWebhook } from './webhookQueue.ts';
import { SimulatedMail, type MailMood } from './mailServer.ts';
import { startOurServer, type OurServer } from './ourServer.ts';
import { startProvider, type Handed, type Provider } from './provider.ts';

export const ROOM = 2;
export const DAY = '2025-11-25';
/** The second date of a series. */
const NEXT_DAY = '2025-12-02';
/** A member's points at the start, in half-points: enough for two bookings. */
export const HALF_POINTS = 6;

/** The calls whose refusals are about the payment of the booking that they name. */
const ABOUT_A_PAYMENT: ReadonlySet<string> = new Set([paths.completePayment, paths.releasePayment]);

const KEYS = { keyId: 'rzp_test_faults', keySecret: 'the provider and we know this secret' };
const WEBHOOK_SECRET = 'the provider signs its webhooks with this';

export interface Booker {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** The address of the account of a booker or of one of the staff. */
export const emailOf = (name: string): string => `${name}@example.com`;

/**
 * An order of a booker, and the proof of its paid checkout. Of points, `bookingId` is that of the purchase. `atProvider`: the
 * order that is paid, which is another one for a payment link.
 */
export interface Checkout {
  readonly booker: Booker;
  readonly bookingId: string;
  readonly ofPoints: boolean;
  readonly isLink: boolean;
  readonly orderId: string;
  readonly atProvider: string;
  readonly amount: number;
  readonly openedAt: number;
  handed: Handed | null;
}

/** A response that must be true in the end: about a booking or, for 'a payment goes back', about a user. */
export interface Promised {
  readonly bookingId: string;
  readonly what:
    'points given' | 'confirmed' | 'refund on its way' | 'a payment goes back' | 'called off' | 'moved';
  /** Whose payment goes back. */
  readonly userId?: string;
  /** The refund of the cancelling, as in the response. */
  readonly refund?: string;
  /** After a move: how often the booking was changed, and the range that it has then. */
  readonly change?: { readonly sequence: number; readonly range: SlotRange };
}

/** The order of a response. */
interface GivenOrder {
  readonly id: string;
  readonly amount: number;
  readonly notes: readonly [unknown, unknown, { readonly booking_id: string }];
}

/** What moving costs, as it was shown. */
export interface ShownMove {
  readonly sequence: number;
  readonly difference: string;
}

/** A booking that was confirmed by a response. */
export interface Booked {
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

interface Parts {
  readonly database: Database;
  readonly clock: { now: number };
  readonly line: Line;
  readonly webhookQueue: WebhookQueue;
  readonly provider: Provider;
  readonly bookers: readonly Booker[];
  readonly clerks: readonly Booker[];
  readonly violations: string[];
  /** The room's price per hour at the start, in paise. */
  readonly price: number;
  readonly config: OurConfig;
  /** Every table that a sequence writes to. */
  readonly tables: string;
  readonly close: () => Promise<void>;
}

/** The environment of a sequence: bookers, our server, its database, the network, the provider and the clock. */
export class Simulation {
  readonly clock: { now: number };
  readonly line: Line;
  readonly webhookQueue: WebhookQueue;
  readonly database: Database;
  readonly provider: Provider;
  readonly mail = new SimulatedMail();
  readonly bookers: readonly Booker[];
  /** Two people who work at the desk, with every right. */
  readonly clerks: readonly Booker[];
  /** The block-outs that a response confirmed, the newest first. */
  blockOuts: string[] = [];
  /** The last entries of the audit and of the ledger before the sequence: both only grow. */
  before = { audit: 0, points: 0 };
  /** The newest first. */
  checkouts: Checkout[] = [];
  promised: Promised[] = [];
  /** The newest first. */
  booked: Booked[] = [];
  /** Bookings that their customer has tried to cancel, with any response. */
  readonly askedToCancel = new Set<string>();
  /** The other dates of a series, by its head. */
  readonly series = new Map<string, readonly string[]>();
  /** Ids that a move's order named. */
  readonly moveIds = new Set<string>();
  /** What a booking costs by the response that made it, in paise, until its customer moves it. */
  readonly quoted = new Map<string, number>();
  /** Responses that must never be sent. */
  readonly violations: string[];
  #server!: OurServer;
  /** The number of occurrences of each event over all sequences: a search with few of them finds little. */
  readonly happened = new Map<string, number>();
  readonly #price: number;
  readonly #config: OurConfig;
  readonly #tables: string;
  readonly #close: () => Promise<void>;

  private constructor(parts: Parts) {
    this.database = parts.database;
    this.clock = parts.clock;
    this.line = parts.line;
    this.webhookQueue = parts.webhookQueue;
    this.provider = parts.provider;
    this.bookers = parts.bookers;
    this.clerks = parts.clerks;
    this.violations = parts.violations;
    this.#price = parts.price;
    this.#config = parts.config;
    this.#tables = parts.tables;
    this.#close = parts.close;
  }

  static async open(): Promise<Simulation> {
    const open = await emptyDatabase();
    const { database } = open;
    await migrate(database);
    await seedRoomsAndPosts(database);
    const clock = { now: START };
    const now = () => clock.now;
    const read = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      ACCESS_TOKEN_SECRET: 'a secret that is only for these tests',
      REFRESH_TOKEN_SECRET: 'a secret that is only for these tests',
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRETS: WEBHOOK_SECRET,
      RATE_LIMIT_ORDER: '100000',
    });
    // No booker signs in again within a sequence of any number of days.
    const config = {
      ...read,
      accessTokenMinutes: 60 * 24 * 365,
      razorpay: { ...KEYS, webhookSecrets: [WEBHOOK_SECRET] },
    };

    const tokens = accessTokens(config, now);
    const person = async (name: string, is: { is_member?: boolean; role?: 'owner' }): Promise<Booker> => {
      const { id } = await database
        .insertInto('app_user')
        .values({
          email: emailOf(name),
          password_hash: '-',
          first_name: name,
          phone: '+919840012345',
          ...is,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const isMember = is.is_member ?? false;
      const sessionId = await insertSession(database, id);
      return { id, name, token: await tokens.issue({ id, isMember, sessionId }) };
    };
    const bookers: Booker[] = [];
    for (let n = 0; n < BOOKERS; n += 1) {
      bookers.push(await person(`booker-${n}`, { is_member: n < BOOKERS - 1 }));
    }
    const clerks = [await person('clerk-0', { role: 'owner' }), await person('clerk-1', { role: 'owner' })];
    const { price_per_hour_paise: price } = await database
      .selectFrom('room')
      .select('price_per_hour_paise')
      .where('id', '=', ROOM)
      .executeTakeFirstOrThrow();
    // The audit and the ledger of points refuse to be emptied; balances stay the sums of their entries.
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
        and tablename not like 'kysely%'
        and tablename not in ('app_user', 'room', 'blog_post', 'audit_entry', 'point_entry', 'session', 'refresh_token')`.execute(
      database,
    );

    const violations: string[] = [];
    const line = new Line();
    const webhookQueue = new WebhookQueue();
    const provider = await startProvider({
      database,
      now,
      line,
      webhookQueue,
      keys: { ...KEYS, webhookSecret: WEBHOOK_SECRET },
      scandal: (what) => void violations.push(what),
    });
    const simulation = new Simulation({
      database,
      clock,
      line,
      webhookQueue,
      provider,
      bookers,
      clerks,
      violations,
      price,
      config,
      tables: rows.map(({ name }) => name).join(', '),
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

  count(what: string, times = 1): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + times);
  }

  get life() {
    return this.#server.life;
  }

  /** Replaces a dead server with a fresh one. */
  async startServer(): Promise<void> {
    this.#server = await startOurServer(
      this.database,
      this.#config,
      this.provider.url,
      () => this.clock.now,
      this.mail,
      () => void this.violations.push('a query waited for its own transaction'),
    );
    this.line.connect(this.#server.life);
  }

  /** Resets everything to the start, without bookings. */
  async reset(): Promise<void> {
    await sql`truncate ${sql.raw(this.#tables)} restart identity cascade`.execute(this.database);
    await this.database
      .updateTable('app_user')
      .set(({ eb }) => ({
        half_points: eb.case().when('is_member', '=', true).then(HALF_POINTS).else(0).end(),
      }))
      .execute();
    await this.database
      .updateTable('room')
      .set({ price_per_hour_paise: this.#price, version: 0 })
      .where('id', '=', ROOM)
      .execute();
    const { rows } = await sql<{ audit: number; points: number }>`
      select (select coalesce(max(id), 0) from audit_entry)::integer as audit,
        (select coalesce(max(id), 0) from point_entry)::integer as points`.execute(this.database);
    this.before = rows[0] ?? this.before;
    this.clock.now = START;
    this.line.clear();
    this.webhookQueue.empty();
    this.mail.reset();
    this.checkouts = [];
    this.promised = [];
    this.booked = [];
    this.askedToCancel.clear();
    this.moveIds.clear();
    this.quoted.clear();
    this.series.clear();
    this.blockOuts = [];
    this.violations.length = 0;
    await this.provider.reset();
    if (this.life.dead) await this.startServer();
  }

  /** Sends our server a request; null when it died before its response. */
  async #send(
    path: string,
    payload: string | Buffer,
    headers: Record<string, string>,
  ): Promise<ApiResponse | null> {
    const { app, life } = this.#server;
    const { statusCode: status, body } = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (life.dead) return null;
    if (status >= 500 && status !== 503) this.violations.push(`${path} answered ${status}: ${body}`);
    if (status === 401) this.violations.push(`${path} did not know who asked`);
    this.count(`${path} answered ${status}`);
    return { status, body: JSON.parse(body) as ApiResponse['body'] };
  }

  /** Sends a POST of a booker, or of the staff; null when our server died before its response. */
  async ask(booker: Booker, path: string, fields: object): Promise<ApiResponse | null> {
    const said = await this.#send(path, JSON.stringify(fields), { authorization: `Bearer ${booker.token}` });
    const bookingId =
      (fields as { booking_id?: string }).booking_id ?? (said?.body.data?.booking_id as string);
    if (said?.body.error?.refund_reason !== undefined) {
      // The calls about a payment name its booking; all others are refused because of another hold of the user.
      const what = ABOUT_A_PAYMENT.has(path) ? 'refund on its way' : 'a payment goes back';
      this.promised.push({ bookingId, what, userId: booker.id });
    }
    const confirmed = path === paths.book ? said?.status === 200 : said?.body.data?.status === 'confirmed';
    if (confirmed) this.confirmed(booker, bookingId);
    return said;
  }

  /** Records a response that confirms a booking. */
  confirmed(booker: Booker, bookingId: string): void {
    if (this.#isCalledOff(bookingId)) {
      this.violations.push('a response confirmed a booking after a response had cancelled it');
    }
    this.promised.push({ bookingId, what: 'confirmed' });
    const isKnown = this.moveIds.has(bookingId) || this.booked.some((each) => each.bookingId === bookingId);
    if (!isKnown) this.booked.unshift({ booker, bookingId });
    // The payment of a series was for all of its dates; one may have been cancelled by itself since.
    for (const other of this.series.get(bookingId) ?? []) {
      if (!this.#isCalledOff(other)) this.confirmed(booker, other);
    }
  }

  #isCalledOff(bookingId: string): boolean {
    return this.promised.some((each) => each.bookingId === bookingId && each.what === 'called off');
  }

  /** The room's price per hour that pages show now, in paise. */
  async #shownPrice(): Promise<number> {
    const today = dateAt(this.clock.now);
    const { rows } = await sql<{ price: number }>`
      select coalesce((select price_per_hour_paise from room_price where room_id = room.id and from_day <= ${today}
        order by from_day desc limit 1), price_per_hour_paise) as price
      from room where id = ${ROOM}`.execute(this.database);
    return rows[0]?.price ?? this.#price;
  }

  /** The fields of a booking, and its price in paise. */
  async bookingFields(booker: Booker, rangeIndex: number) {
    const range = ranges[rangeIndex] ?? { start: 20, end: 22 };
    const fields = { mid: ROOM, uid: booker.id, bdate: DAY, ...bookingTimes(range) };
    return { fields, price: priceOf(await this.#shownPrice(), slotCount(range)).total };
  }

  async create(booker: Booker, rangeIndex: number, wrongAmount = false): Promise<void> {
    const { fields, price } = await this.bookingFields(booker, rangeIndex);
    const amount = rupeesAmount(wrongAmount ? price - 100 : price);
    const said = await this.ask(booker, paths.createPayment, { ...fields, amount, currency: 'INR' });
    const data = said?.body.data as GivenOrder | undefined;
    if (!data) return;
    this.quoted.set(data.notes[2].booking_id, price);
    this.#openCheckout(booker, data);
  }

  /** The page of a payment link, which its customer has from the letter. */
  async openLink(booker: Booker, bookingId: string, price: number): Promise<void> {
    const { order_id: orderId } = await this.database
      .selectFrom('payment_order')
      .select('order_id')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow();
    const atProvider = await this.provider.orderOfLink(orderId);
    this.quoted.set(bookingId, price);
    this.booked.unshift({ booker, bookingId });
    this.#addCheckout(booker, orderId, price, { bookingId, ofPoints: false, isLink: true, atProvider });
  }

  #openCheckout(booker: Booker, { id: orderId, amount, notes }: GivenOrder): void {
    this.#addCheckout(booker, orderId, amount, {
      bookingId: notes[2].booking_id,
      ofPoints: false,
      isLink: false,
      atProvider: orderId,
    });
  }

  #addCheckout(
    booker: Booker,
    orderId: string,
    amount: number,
    of: Pick<Checkout, 'bookingId' | 'ofPoints' | 'isLink' | 'atProvider'>,
  ): void {
    if (this.checkouts.some((each) => each.orderId === orderId)) return;
    this.checkouts.unshift({ booker, ...of, orderId, amount, openedAt: this.clock.now, handed: null });
  }

  async buyPoints(booker: Booker, points: number, wrongAmount = false): Promise<void> {
    const price = priceOfPoints(points, this.#config.pointPrice);
    const amount = rupeesAmount(wrongAmount ? price - 100 : price);
    const said = await this.ask(booker, paths.buyPoints, { points, amount });
    const data = said?.body.data as { id: string; amount: number; purchase_id: string } | undefined;
    if (!data) return;
    this.#addCheckout(booker, data.id, data.amount, {
      bookingId: data.purchase_id,
      ofPoints: true,
      isLink: false,
      atProvider: data.id,
    });
  }

  /** Records a response that gives points. */
  #given(said: ApiResponse | null): void {
    if (said?.body.data?.status !== 'granted') return;
    this.promised.push({ bookingId: String(said.body.data.purchase_id), what: 'points given' });
  }

  async #askAboutPoints(booker: Booker, { bookingId }: Checkout): Promise<void> {
    const data = await this.show<ApiResponse['body']['data']>(booker, paths.pointPurchase, {
      purchase_id: bookingId,
    });
    if (data) this.#given({ status: 200, body: { data } });
  }

  async bookWithPoints(booker: Booker, rangeIndex: number): Promise<void> {
    await this.ask(booker, paths.book, (await this.bookingFields(booker, rangeIndex)).fields);
  }

  async #seriesFields(booker: Booker, rangeIndex: number) {
    const { fields, price } = await this.bookingFields(booker, rangeIndex);
    const { uid, ...date } = fields;
    return { fields: { uid, dates: [date, { ...date, bdate: NEXT_DAY }] }, price: 2 * price };
  }

  async createSeries(booker: Booker, rangeIndex: number): Promise<void> {
    const { fields, price } = await this.#seriesFields(booker, rangeIndex);
    const said = await this.ask(booker, paths.createSeriesPayment, {
      ...fields,
      amount: rupeesAmount(price),
      currency: 'INR',
    });
    const data = said?.body.data as GivenOrder | undefined;
    if (!data) return;
    const head = data.notes[2].booking_id;
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
    this.#openCheckout(booker, data);
  }

  async bookSeriesWithPoints(booker: Booker, rangeIndex: number): Promise<void> {
    const said = await this.ask(
      booker,
      paths.bookSeries,
      (await this.#seriesFields(booker, rangeIndex)).fields,
    );
    if (said?.status !== 200) return;
    for (const id of (said.body.data?.booking_ids ?? []) as string[]) this.confirmed(booker, id);
  }

  async complete(booker: Booker, { bookingId, amount, ofPoints }: Checkout, handed: Handed): Promise<void> {
    const said = await this.ask(booker, ofPoints ? paths.completePoints : paths.completePayment, {
      [ofPoints ? 'purchase_id' : 'booking_id']: bookingId,
      order_id: handed.razorpay_order_id,
      payment_id: handed.razorpay_payment_id,
      signature: handed.razorpay_signature,
      amount: rupeesAmount(amount),
    });
    this.#given(said);
  }

  /** The checkout was closed. What becomes of points that are not paid needs no call, so it is the question alone. */
  async release(booker: Booker, checkout: Checkout, evenIfPending = false): Promise<void> {
    const { bookingId } = checkout;
    if (checkout.ofPoints) return this.#askAboutPoints(booker, checkout);
    await this.ask(booker, paths.releasePayment, { booking_id: bookingId, give_up: evenIfPending });
  }

  async fetchPaymentStatus(booker: Booker, checkout: Checkout): Promise<void> {
    const { bookingId } = checkout;
    if (checkout.ofPoints) return this.#askAboutPoints(booker, checkout);
    const { app, life } = this.#server;
    const { statusCode: status, body } = await app.inject({
      url: `${paths.paymentStatus}?booking_id=${bookingId}`,
      headers: { authorization: `Bearer ${booker.token}` },
    });
    if (life.dead) return;
    if (status >= 500 && status !== 503)
      this.violations.push(`${paths.paymentStatus} answered ${status}: ${body}`);
    if (body.includes('"confirmed"')) this.confirmed(booker, bookingId);
  }

  /** The data of a GET; null when it is refused. */
  async show<T>(booker: Booker, path: string, query: Record<string, string>): Promise<T | null> {
    const { app, life } = this.#server;
    const { statusCode: status, body } = await app.inject({
      url: `${path}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${booker.token}` },
    });
    if (life.dead) return null;
    if (status >= 500 && status !== 503) this.violations.push(`${path} answered ${status}: ${body}`);
    return (JSON.parse(body) as { data?: T }).data ?? null;
  }

  /** What cancelling would return, as the page shows it; null when it cannot be cancelled. */
  async askTerms(booker: Booker, { bookingId }: Booked): Promise<string | null> {
    const shown = await this.show<{ refund: string }>(booker, paths.cancelTerms, { booking_id: bookingId });
    return shown?.refund ?? null;
  }

  async #moveFields(booker: Booker, { bookingId }: Booked, rangeIndex: number) {
    const { uid: _uid, ...where } = (await this.bookingFields(booker, rangeIndex)).fields;
    return { ...where, mid: String(where.mid), booking_id: bookingId };
  }

  /** What moving would cost, as the page shows it; null when the booking cannot be moved there. */
  async askMove(booker: Booker, booked: Booked, rangeIndex: number): Promise<ShownMove | null> {
    return this.show(booker, paths.moveTerms, await this.#moveFields(booker, booked, rangeIndex));
  }

  async move(booker: Booker, booked: Booked, rangeIndex: number, shown: ShownMove): Promise<void> {
    const { sequence, difference } = shown;
    const fields = { ...(await this.#moveFields(booker, booked, rangeIndex)), sequence, difference };
    this.quoted.delete(booked.bookingId);
    const said = await this.ask(booker, paths.move, fields);
    if (said?.status !== 200) return;
    if (booker !== booked.booker) this.violations.push('somebody moved the booking of another');
    const data = said.body.data as { status: string; sequence: number; order: GivenOrder };
    this.count(`a move was ${data.status}`);
    if (data.status === 'unpaid') {
      this.moveIds.add(data.order.notes[2].booking_id);
      this.#openCheckout(booker, data.order);
    } else {
      const change = { sequence: data.sequence, range: ranges[rangeIndex] as SlotRange };
      this.promised.push({ bookingId: booked.bookingId, what: 'moved', change });
    }
  }

  async cancel(booker: Booker, { booker: owner, bookingId }: Booked, refund: string): Promise<void> {
    if (booker === owner) this.askedToCancel.add(bookingId);
    const said = await this.ask(booker, paths.cancel, { booking_id: bookingId, refund });
    if (said?.status !== 200) return;
    if (booker !== owner) this.violations.push('somebody cancelled the booking of another');
    this.promised.push({ bookingId, what: 'called off', refund: String(said.body.data?.refund) });
  }

  /** Delivers a webhook; returns the status, null without a response. */
  async deliver({ body, headers }: QueuedWebhook): Promise<number | null> {
    const said = await this.#send(paths.paymentWebhook, body, headers);
    return said?.status ?? null;
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
    if (status === 200) this.violations.push('a forged webhook was believed');
  }

  async reconcile(): Promise<void> {
    const { life } = this.#server;
    try {
      await this.#server.reconcile();
    } catch (error) {
      if (!life.dead) this.violations.push(`reconciling failed: ${String(error)}`);
    }
  }

  /** Our server issues the papers that are due. */
  async issuePapers(): Promise<void> {
    const { life } = this.#server;
    try {
      await this.#server.issuePapers();
    } catch (error) {
      if (!life.dead) this.violations.push(`issuing papers failed: ${String(error)}`);
    }
  }

  /** Our server sends the letters that are due. */
  async sendLetters(mood: MailMood): Promise<void> {
    const { life } = this.#server;
    this.mail.mood = mood;
    try {
      await this.#server.sendLetters();
    } catch (error) {
      if (!life.dead) this.violations.push(`sending letters failed: ${String(error)}`);
    }
  }
}
