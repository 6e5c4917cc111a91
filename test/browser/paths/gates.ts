import type { BrowserContext, Request, Route } from '@playwright/test';
import type { AnyEventObject } from 'xstate';
import { Failure } from '../../../machines/failure.ts';

/** A success with another status than 200. */
export class Created {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

/** A success that carries the server's time. */
export class Dated {
  readonly body: object;
  readonly date: Date;
  constructor(body: object, date: Date) {
    this.body = body;
    this.date = date;
  }
}

/** The server's own answer goes through. */
export const asServed = Symbol('as served');

/** A gate's answer: the body of a success, the text of a script, or the failure. */
export type Answer = Readonly<Record<string, unknown>> | string | Created | Dated | Failure | typeof asServed;

/**
 * One call of the API. A closed gate holds every request until the path has its answer, and closes again when the state
 * that the answer leads to has been checked. An open one answers at once.
 */
export class Gate {
  readonly #parked: Route[] = [];
  #answer: ((request: Request) => Answer) | null;
  #answered = 0;

  /** Without an answer it is closed. */
  constructor(answer: ((request: Request) => Answer) | null = null) {
    this.#answer = answer;
  }

  /** How many requests were answered. */
  get answered(): number {
    return this.#answered;
  }

  /** How many requests wait for an answer. */
  get parked(): number {
    return this.#parked.length;
  }

  async receive(route: Route): Promise<void> {
    if (this.#answer === null) this.#parked.push(route);
    else await this.#reply(route, this.#answer);
  }

  /** Answers what is held and what comes, until it is closed. */
  async open(answer: Answer | ((request: Request) => Answer)): Promise<void> {
    const answerTo = typeof answer === 'function' ? answer : () => answer;
    this.#answer = answerTo;
    await Promise.all(this.#parked.splice(0).map((route) => this.#reply(route, answerTo)));
  }

  async #reply(route: Route, answerTo: (request: Request) => Answer): Promise<void> {
    await reply(route, answerTo(route.request()));
    this.#answered += 1;
  }

  close(): void {
    this.#answer = null;
  }
}

async function reply(route: Route, answer: Answer): Promise<void> {
  try {
    if (answer === asServed) await route.continue();
    else if (answer instanceof Created) await route.fulfill({ status: 201, json: answer.body });
    else if (answer instanceof Dated)
      await route.fulfill({ json: answer.body, headers: { date: answer.date.toUTCString() } });
    else if (typeof answer === 'string')
      await route.fulfill({ body: answer, contentType: 'text/javascript' });
    else if (!(answer instanceof Failure)) await route.fulfill({ json: answer });
    else if (typeof answer.status === 'string') await route.abort('connectionfailed');
    else {
      const { status, code, message, details } = answer;
      await route.fulfill({ status, json: { error: { code, message, ...details } } });
    }
  } catch (error) {
    // The page has cancelled the request: the flow has gone on, or the page was reloaded.
    if (!/Invalid InterceptionId|already handled|closed|aborted|cancell?ed/i.test(String(error))) throw error;
  }
}

/** The failure in a model's error event; any other error stands for a request without a response. */
export const failureIn = ({ error }: AnyEventObject): Failure =>
  error instanceof Failure ? error : new Failure('FETCH_ERROR');

/** Puts gates before the API; `unexpected` lists the calls without a gate, which are mistakes of the test. */
export async function gateApi(
  context: BrowserContext,
  gates: Readonly<Record<string, Gate>>,
): Promise<{ readonly unexpected: readonly string[] }> {
  const unexpected: string[] = [];
  await context.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const gate = gates[pathname];
    if (gate) return gate.receive(route);
    unexpected.push(pathname);
    return route.abort();
  });
  return { unexpected };
}
