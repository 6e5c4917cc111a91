import { expect, type Page, type Request } from '@playwright/test';
import { paths } from '../../../../contract/paths.ts';
import { Failure } from '../../../../machines/engine/failure.ts';
import { clock, room, user } from '../../../fixtures/booking.ts';
import { memberDetails } from '../../../fixtures/member.ts';
import { inApiFormat } from './apiFormat.ts';
import { type GateResponse, DatedResponse, Gate, passThrough, routeApiThroughGates } from './gates.ts';
import { advanceClock, stopClockAt } from './pageClock.ts';
import type { LiveSession } from '../../../../machines/account/session/events.ts';

let tokenCount = 0;

/** Creates an access token like the server's. Its signature is invalid, which the site cannot detect. */
function createAccessToken({ user: { id, isMember }, expiresAt }: LiveSession): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  tokenCount += 1;
  const claims = { user_id: id, is_member: isMember, exp: expiresAt / 1000, jti: String(tokenCount) };
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
}

/** A session that outlasts every path. Its renewal is within 24 days, the longest timer of a browser. */
export const longSession: LiveSession = { user, expiresAt: clock.now() + 20 * 24 * 3_600_000 };

/** Data in the browser's storage from an earlier visit. */
export interface StoredData {
  readonly local?: Readonly<Record<string, string>>;
  /** As this tab has stored it (src/app/effects/storage.ts). */
  readonly tab?: object;
}

/** With a member's points. A `date` becomes the server's time in the response's header. */
export const balanceResponse = (
  isMember: boolean,
  points: number,
  date: Date | null = null,
): GateResponse => {
  const body = { data: inApiFormat({ ...memberDetails, isMembership: isMember, monthlyLimit: points }) };
  return date === null ? body : new DatedResponse(body, date);
};

/**
 * The environment of one path test: the page, the backend behind gates, the clock and another tab. "World" is Cucumber's name for
 * it. The clock shows the time of the models' payloads, and the gates respond with their data.
 */
export class World {
  readonly page: Page;
  /** A gate without a default response is closed at first: the path provides each response. */
  readonly gates = {
    login: new Gate(),
    refresh: new Gate(),
    signOut: new Gate(),
    taken: new Gate(),
    /** Finds nothing, so the rooms keep their usual order. */
    searchRooms: new Gate(() => ({ data: [] })),
    memberDetails: new Gate(() => balanceResponse(true, 20)),
    book: new Gate(),
    bookOnAccount: new Gate(),
    createPayment: new Gate(),
    completePayment: new Gate(),
    releasePayment: new Gate(),
    paymentStatus: new Gate(),
    checkoutScript: new Gate(),
    register: new Gate(),
    enquire: new Gate(),
    blog: new Gate(),
    blogPost: new Gate(),
    rooms: new Gate(() => ({ data: [inApiFormat(room)] })),
    bookingDetails: new Gate(),
    cancelTerms: new Gate(),
    cancel: new Gate(),
    moveTerms: new Gate(),
    move: new Gate(),
    myBookings: new Gate(() => ({ data: [], next: { upcoming: null, past: null } })),
    calendarFeed: new Gate(() => ({ data: { active: false, since: null } })),
    waitingList: new Gate(() => ({ data: [] })),
    /** Script with the rules of phone numbers. */
    phoneRules: new Gate(),
    /** Script of the section with the waiting list. It loads the flows of the booking. */
    waitingListSection: new Gate(() => passThrough),
  };
  #ungatedCalls: readonly string[] = [];
  #otherTab: Page | null = null;
  readonly #loadingScripts = new Set<Request>();
  readonly #openByDefault = new Set<Gate>([
    this.gates.memberDetails,
    this.gates.rooms,
    this.gates.myBookings,
    this.gates.calendarFeed,
    this.gates.searchRooms,
    this.gates.waitingList,
    this.gates.waitingListSection,
  ]);

  private constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.#loadingScripts.add(request);
    });
    page.on('requestfinished', (request) => void this.#loadingScripts.delete(request));
    page.on('requestfailed', (request) => void this.#loadingScripts.delete(request));
  }

  static async create(page: Page): Promise<World> {
    const world = new World(page);
    const { gates } = world;
    const { unexpected } = await routeApiThroughGates(page.context(), {
      [paths.login]: gates.login,
      [paths.refresh]: gates.refresh,
      [paths.signOut]: gates.signOut,
      [paths.takenSlots]: gates.taken,
      [paths.searchRooms]: gates.searchRooms,
      [paths.memberDetails]: gates.memberDetails,
      [paths.book]: gates.book,
      [paths.bookOnAccount]: gates.bookOnAccount,
      [paths.createPayment]: gates.createPayment,
      [paths.completePayment]: gates.completePayment,
      [paths.releasePayment]: gates.releasePayment,
      [paths.paymentStatus]: gates.paymentStatus,
      [paths.register]: gates.register,
      [paths.enquire]: gates.enquire,
      [paths.blog]: gates.blog,
      // The stream of availability sends nothing, because no other visitor books.
      [paths.liveSlots]: new Gate(),
      [paths.blogPost(1)]: gates.blogPost,
      [paths.blogPost(2)]: gates.blogPost,
      [paths.rooms]: gates.rooms,
      [paths.bookingDetails]: gates.bookingDetails,
      [paths.bookingTaxDocuments]: new Gate(() => ({ data: { booking_id: '', status: 'none', papers: [] } })),
      [paths.cancelTerms]: gates.cancelTerms,
      [paths.cancel]: gates.cancel,
      [paths.moveTerms]: gates.moveTerms,
      [paths.move]: gates.move,
      [paths.myBookings]: gates.myBookings,
      [paths.calendarFeed]: gates.calendarFeed,
      [paths.waitingList]: gates.waitingList,
    });
    world.#ungatedCalls = unexpected;
    await page.context().route('**/assets/phone-*.js', (route) => gates.phoneRules.handle(route));
    await page
      .context()
      .route('**/assets/WaitingListSection-*.js', (route) => gates.waitingListSection.handle(route));
    // The rooms page is prerendered with the demo's rooms. The path tests have a different room, so the browser gets the empty frame
    // that the server sends for pages with a visitor's own data, and renders the page.
    await page
      .context()
      .route(/\/meeting-room(\?.*)?$/, (route) =>
        route.continue({ url: new URL('/profile', route.request().url()).href }),
      );
    await page.context().route('**/checkout.js', (route) => gates.checkoutScript.handle(route));
    await stopClockAt(page, clock.now());
    return world;
  }

  get ungatedCalls(): readonly string[] {
    return this.#ungatedCalls;
  }

  /** Answers all later requests of a gate with the response, because the path does not depend on them. */
  async keepOpen(gate: Gate, response: GateResponse | (() => GateResponse)): Promise<void> {
    this.#openByDefault.add(gate);
    await gate.open(response);
  }

  /** Closes a gate that is open by default: from now on the path provides each response. */
  closeByDefault(gate: Gate): void {
    this.#openByDefault.delete(gate);
    gate.close();
  }

  /** Closes the gates after a step: later requests wait until the path provides a response. */
  closeGates(): void {
    for (const gate of Object.values(this.gates)) if (!this.#openByDefault.has(gate)) gate.close();
  }

  /**
   * Responds to a call. After a 401 the site renews the session and repeats the call: the renewal succeeds for the same user, and
   * the repeated call gets the 401 again.
   */
  async respond(gate: Gate, response: GateResponse): Promise<void> {
    if (response instanceof Failure && response.status === 401)
      await this.gates.refresh.open(this.renewalResponse(longSession));
    await gate.open(response);
  }

  renewalResponse(session: LiveSession): GateResponse {
    return { accessToken: createAccessToken(session), refreshToken: 'refresh-2' };
  }

  signInResponse(session: LiveSession): GateResponse {
    const { id, isMember } = session.user;
    return { access: createAccessToken(session), refresh: 'refresh-1', is_member: isMember, user_id: id };
  }

  /** As a browser's local storage contains them. */
  storedTokens(session: LiveSession): Record<string, string> {
    return { accessToken: createAccessToken(session), refreshToken: 'refresh-1' };
  }

  /** Fills the browser's storage before the page is opened for the first time. */
  async fillStorage({ local = {}, tab }: StoredData): Promise<void> {
    await this.page.addInitScript(
      ({ entries, persisted }) => {
        // After a reload the storage contains what the page has stored.
        if (sessionStorage.getItem('filled') !== null) return;
        sessionStorage.setItem('filled', '');
        for (const [name, value] of entries) localStorage.setItem(name, value);
        if (persisted !== null) sessionStorage.setItem('litrooms-v3', persisted);
      },
      { entries: Object.entries(local), persisted: tab === undefined ? null : JSON.stringify(tab) },
    );
  }

  /** Another tab of the same browser, on a page of this site without scripts. */
  async #openOtherTab(): Promise<Page> {
    if (this.#otherTab === null) {
      this.#otherTab = await this.page.context().newPage();
      await this.#otherTab.goto('/healthz');
    }
    return this.#otherTab;
  }

  async signInInOtherTab(session: LiveSession): Promise<void> {
    const tab = await this.#openOtherTab();
    await tab.evaluate((tokens) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value);
    }, this.storedTokens(session));
  }

  async signOutInOtherTab(): Promise<void> {
    const tab = await this.#openOtherTab();
    await tab.evaluate(() => {
      localStorage.removeItem('accessToken');
      localStorage.removeItem('refreshToken');
    });
  }

  /**
   * Sends the page the browser's online event. The network stays connected: going offline could make a script fail that is still
   * loading.
   */
  async reconnect(): Promise<void> {
    await this.page.evaluate(() => void dispatchEvent(new Event('online')));
  }

  /** Disconnects the network when the page has the scripts that it has requested. */
  async disconnect(): Promise<void> {
    await expect.poll(() => this.#loadingScripts.size).toBe(0);
    await this.page.context().setOffline(true);
  }

  /** Advances the page's clock by whole seconds. */
  advanceClock = (milliseconds: number): Promise<void> => advanceClock(this.page, milliseconds);
}
