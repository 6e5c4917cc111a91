import type { Page } from '@playwright/test';
import { paths } from '../../../contract/paths.ts';
import { Failure } from '../../../machines/failure.ts';
import { clock, room, user } from '../../fixtures/booking.ts';
import { memberDetails } from '../../fixtures/member.ts';
import { type GateResponse, DatedResponse, Gate, routeApiThroughGates } from './gates.ts';
import type { LiveSession } from '../../../machines/events/session.ts';

/** The token of a session as the server would make it, but for the signature, which the site cannot check. */
let tokenCount = 0;
function createAccessToken({ user: { id, isMember }, expiresAt }: LiveSession): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  tokenCount += 1;
  const claims = { user_id: id, is_member: isMember, exp: expiresAt / 1000, jti: String(tokenCount) };
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
}

/** Good for longer than any path takes, and not so long that its renewal could not be waited for in one go. */
export const longSession: LiveSession = { user, expiresAt: clock.now() + 20 * 24 * 3_600_000 };

/** What a browser kept from an earlier visit. */
export interface StoredData {
  readonly local?: Readonly<Record<string, string>>;
  /** What this tab remembers (src/effects/storage.ts). */
  readonly tab?: object;
}

/** `date`: the server's clock, when the answer is to set it. */
export const balanceResponse = (
  isMember: boolean,
  points: number,
  date: Date | null = null,
): GateResponse => {
  const body = { data: { ...memberDetails, is_membership: isMember, monthly_limit: points } };
  return date === null ? body : new DatedResponse(body, date);
};

/**
 * The page and all around it that is not a person: the backend behind gates, the clock, other tabs. It is the world that the
 * models' payloads are about, at the time they are about.
 */
export class World {
  readonly page: Page;
  /** Closed from the start: the model answers. */
  readonly gates = {
    login: new Gate(),
    refresh: new Gate(),
    signOut: new Gate(),
    taken: new Gate(),
    /** Nothing found: the rooms keep their usual order. */
    searchRooms: new Gate(() => ({ data: [] })),
    memberDetails: new Gate(() => balanceResponse(true, 20)),
    book: new Gate(),
    createPayment: new Gate(),
    completePayment: new Gate(),
    releasePayment: new Gate(),
    paymentStatus: new Gate(),
    checkoutScript: new Gate(),
    register: new Gate(),
    enquire: new Gate(),
    blog: new Gate(),
    blogPost: new Gate(),
    rooms: new Gate(() => ({ data: [room] })),
    bookingDetails: new Gate(),
    cancelTerms: new Gate(),
    cancel: new Gate(),
    moveTerms: new Gate(),
    move: new Gate(),
    myBookings: new Gate(() => ({ data: [], next: { upcoming: null, past: null } })),
    calendarFeed: new Gate(() => ({ data: { active: false, since: null } })),
    waitlist: new Gate(() => ({ data: [] })),
    /** The rules of the world's phone numbers, a script of our own. */
    phoneRules: new Gate(),
  };
  #ungatedCalls: readonly string[] = [];
  #otherTab: Page | null = null;
  readonly #openByDefault = new Set<Gate>([
    this.gates.memberDetails,
    this.gates.rooms,
    this.gates.myBookings,
    this.gates.calendarFeed,
    this.gates.searchRooms,
    this.gates.waitlist,
  ]);

  private constructor(page: Page) {
    this.page = page;
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
      [paths.createPayment]: gates.createPayment,
      [paths.completePayment]: gates.completePayment,
      [paths.releasePayment]: gates.releasePayment,
      [paths.paymentStatus]: gates.paymentStatus,
      [paths.register]: gates.register,
      [paths.enquire]: gates.enquire,
      [paths.blog]: gates.blog,
      // No other visitor books: the stream sends nothing.
      [paths.liveSlots]: new Gate(),
      [paths.blogPost(1)]: gates.blogPost,
      [paths.blogPost(2)]: gates.blogPost,
      [paths.rooms]: gates.rooms,
      [paths.bookingDetails]: gates.bookingDetails,
      [paths.bookingPapers]: new Gate(() => ({ data: { booking_id: '', status: 'none', papers: [] } })),
      [paths.cancelTerms]: gates.cancelTerms,
      [paths.cancel]: gates.cancel,
      [paths.moveTerms]: gates.moveTerms,
      [paths.move]: gates.move,
      [paths.myBookings]: gates.myBookings,
      [paths.calendarFeed]: gates.calendarFeed,
      [paths.waitlist]: gates.waitlist,
    });
    world.#ungatedCalls = unexpected;
    await page.context().route('**/assets/phone-*.js', (route) => gates.phoneRules.handle(route));
    // The page of the rooms is prerendered with the seed's: here it is rendered by the browser, like a visitor's own pages.
    await page
      .context()
      .route(/\/meeting-room(\?.*)?$/, (route) =>
        route.continue({ url: new URL('/profile', route.request().url()).href }),
      );
    await page.context().route('**/checkout.js', (route) => gates.checkoutScript.handle(route));
    // It runs until it is stopped, and cannot be stopped in its past.
    await page.clock.install({ time: clock.now() - 3_600_000 });
    await page.clock.pauseAt(clock.now());
    return world;
  }

  get ungatedCalls(): readonly string[] {
    return this.#ungatedCalls;
  }

  /** Lets a call through from now on, whenever it is made: the path is not about it. */
  async keepOpen(gate: Gate, response: GateResponse | (() => GateResponse)): Promise<void> {
    this.#openByDefault.add(gate);
    await gate.open(response);
  }

  /** From now on the model answers this call. */
  closeByDefault(gate: Gate): void {
    this.#openByDefault.delete(gate);
    gate.close();
  }

  /** What an answer led to has been seen: what is asked next waits. */
  closeGates(): void {
    for (const gate of Object.values(this.gates)) if (!this.#openByDefault.has(gate)) gate.close();
  }

  /**
   * Answers a call. Refused as signed out, it is refused again after the renewal that the site tries first, which
   * succeeds: who is asked about is the same.
   */
  async respond(gate: Gate, response: GateResponse): Promise<void> {
    if (response instanceof Failure && response.status === 401)
      await this.gates.refresh.open(this.renewalResponse(longSession));
    await gate.open(response);
  }

  /** The answer of a renewal. */
  renewalResponse(session: LiveSession): GateResponse {
    return { accessToken: createAccessToken(session), refreshToken: 'refresh-2' };
  }

  /** The answer of a sign-in. */
  signInResponse(session: LiveSession): GateResponse {
    const { id, isMember } = session.user;
    return { access: createAccessToken(session), refresh: 'refresh-1', is_member: isMember, user_id: id };
  }

  /** What the storage of a signed-in browser holds. */
  storedTokens(session: LiveSession): Record<string, string> {
    return { accessToken: createAccessToken(session), refreshToken: 'refresh-1' };
  }

  /** Fills the browser's storage before the page is opened for the first time. */
  async fillStorage({ local = {}, tab }: StoredData): Promise<void> {
    await this.page.addInitScript(
      ({ entries, persisted }) => {
        if (sessionStorage.getItem('kept') !== null) return; // a reload finds what the page has kept itself
        sessionStorage.setItem('kept', '');
        for (const [name, value] of entries) localStorage.setItem(name, value);
        if (persisted !== null) sessionStorage.setItem('litrooms-v1', persisted);
      },
      { entries: Object.entries(local), persisted: tab === undefined ? null : JSON.stringify(tab) },
    );
  }

  /** Another tab of the same browser, at this site. */
  async otherTab(): Promise<Page> {
    if (this.#otherTab === null) {
      this.#otherTab = await this.page.context().newPage();
      await this.#otherTab.goto('/healthz');
    }
    return this.#otherTab;
  }

  async signInInOtherTab(session: LiveSession): Promise<void> {
    const tab = await this.otherTab();
    await tab.evaluate((tokens) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value);
    }, this.storedTokens(session));
  }

  async signOutInOtherTab(): Promise<void> {
    const tab = await this.otherTab();
    await tab.evaluate(() => {
      localStorage.removeItem('accessToken');
      localStorage.removeItem('refreshToken');
    });
  }

  /** The network comes back, which the browser says. */
  async reconnect(): Promise<void> {
    await this.page.context().setOffline(true);
    await this.page.context().setOffline(false);
  }

  /** Time passes, as while a laptop sleeps: what is due happens once. */
  advanceClock = (milliseconds: number): Promise<void> => this.page.clock.fastForward(milliseconds);
}
