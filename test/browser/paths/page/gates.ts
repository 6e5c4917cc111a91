import type { BrowserContext, Request, Route } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { Failure } from '../../../../machines/engine/failure.ts';
import { inApiFormat } from './apiFormat.ts';

/** A response with the status 201. */
export class CreatedResponse {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

/** A response with the server's time in its header. */
export class DatedResponse {
  readonly body: object;
  readonly date: Date;
  constructor(body: object, date: Date) {
    this.body = body;
    this.date = date;
  }
}

/** The page gets the server's response. */
export const passThrough = Symbol('as served');

/** What a gate responds: the body of a success, the text of a script, or a failure. */
export type GateResponse =
  | Readonly<Record<string, unknown>>
  | string
  | CreatedResponse
  | DatedResponse
  | Failure
  | typeof passThrough;

/**
 * Controls the responses to one call of the API. A closed gate holds every request until the path provides the response. An open
 * gate responds at once. The path test closes its gates when it has checked the state after the response.
 */
export class Gate {
  readonly #pendingRoutes: Route[] = [];
  #response: ((request: Request) => GateResponse) | null;
  #responseCount = 0;

  /** Without a response the gate is closed. */
  constructor(response: ((request: Request) => GateResponse) | null = null) {
    this.#response = response;
  }

  get responseCount(): number {
    return this.#responseCount;
  }

  get pendingCount(): number {
    return this.#pendingRoutes.length;
  }

  async handle(route: Route): Promise<void> {
    if (this.#response === null) this.#pendingRoutes.push(route);
    else await this.#respond(route, this.#response);
  }

  /** Responds to the waiting requests and to later ones, until the gate is closed. */
  async open(response: GateResponse | ((request: Request) => GateResponse)): Promise<void> {
    const responseTo = typeof response === 'function' ? response : () => response;
    this.#response = responseTo;
    await Promise.all(this.#pendingRoutes.splice(0).map((route) => this.#respond(route, responseTo)));
  }

  async #respond(route: Route, responseTo: (request: Request) => GateResponse): Promise<void> {
    await fulfillWith(route, responseTo(route.request()));
    this.#responseCount += 1;
  }

  close(): void {
    this.#response = null;
  }
}

async function fulfillWith(route: Route, response: GateResponse): Promise<void> {
  try {
    if (response === passThrough) await route.continue();
    else if (response instanceof CreatedResponse) await route.fulfill({ status: 201, json: response.body });
    else if (response instanceof DatedResponse)
      await route.fulfill({ json: response.body, headers: { date: response.date.toUTCString() } });
    else if (typeof response === 'string')
      await route.fulfill({ body: response, contentType: 'text/javascript' });
    else if (!(response instanceof Failure)) await route.fulfill({ json: response });
    else if (typeof response.status === 'string') await route.abort('connectionfailed');
    else {
      const { status, code, message, details } = response;
      await route.fulfill({ status, json: { error: inApiFormat({ code, message, ...details }) } });
    }
  } catch (error) {
    // The page has cancelled the request, because the flow has continued or the page was reloaded.
    if (!/Invalid InterceptionId|already handled|closed|aborted|cancell?ed/i.test(String(error))) throw error;
  }
}

/** Any other error than that of the model's event means a request that gets no response. */
export const failureIn = ({ error }: AnyEventObject): Failure =>
  error instanceof Failure ? error : new Failure('FETCH_ERROR');

/** Routes the API's calls through gates, by path. `unexpected` lists the calls without a gate, which are mistakes of the test. */
export async function routeApiThroughGates(
  context: BrowserContext,
  gates: Readonly<Record<string, Gate>>,
): Promise<{ readonly unexpected: readonly string[] }> {
  const unexpected: string[] = [];
  await context.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const gate = gates[pathname];
    if (gate) return gate.handle(route);
    unexpected.push(pathname);
    return route.abort();
  });
  return { unexpected };
}
