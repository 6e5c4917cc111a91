import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Life } from './life.ts';

/** What can happen to a call on its way to the provider, or on the way back. */
export const mishaps = ['unreachable', 'answer lost', '500', '500 but done', 'HTML 502'] as const;
export type Mishap = (typeof mishaps)[number];

/** Something that happens elsewhere while our server waits for the provider. */
export interface Meanwhile {
  readonly call: number;
  readonly when: 'before' | 'after';
  readonly happen: () => Promise<void>;
}

/** What is to happen to one call, and what tells its caller's life that it was done. */
interface Way {
  readonly done: () => void;
  readonly mishap: Mishap | null;
  readonly meanwhile: Meanwhile | null;
}

const TROUBLE = JSON.stringify({
  error: { code: 'SERVER_ERROR', description: 'We are facing some trouble.' },
});
const PROXY_PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** The network between our server and the provider: what is to happen to the calls of one command. */
export class Line {
  #life: Life | null = null;
  #calls = 0;
  #spoiledCalls = 0;
  #mishap: { call: number | 'each'; kind: Mishap } | null = null;
  #meanwhile: Meanwhile | null = null;
  readonly #ways = new WeakMap<FastifyRequest, Way>();

  /** Whose calls come over the line. */
  connect(life: Life): void {
    this.#life = life;
  }
  /** Forgets what was to happen, and counts calls from the start. */
  clear(): void {
    this.#calls = 0;
    this.#spoiledCalls = 0;
    this.#mishap = null;
    this.#meanwhile = null;
  }
  breakAt(call: number | 'each', kind: Mishap): void {
    this.#mishap = { call, kind };
  }
  interruptAt(meanwhile: Meanwhile): void {
    this.#meanwhile = meanwhile;
  }

  /** Puts the line before a provider: everything that our server calls, not what the payer's browser does. */
  before(provider: FastifyInstance, isOurs: (request: FastifyRequest) => boolean): void {
    provider.addHook('onRequest', async (request, reply) =>
      isOurs(request) ? this.#onTheWay(request, reply) : undefined,
    );
    provider.addHook('onSend', async (request, reply, payload) =>
      isOurs(request) ? this.#onTheWayBack(request, reply, payload) : payload,
    );
  }

  /** Calls that a mishap happened to since the line was cleared. */
  get spoiledCalls(): number {
    return this.#spoiledCalls;
  }
  /** True for a call whose answer is not the provider's own. */
  spoiled(request: FastifyRequest): boolean {
    return (this.#ways.get(request)?.mishap ?? null) !== null;
  }

  async #onTheWay(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const call = this.#calls;
    this.#calls += 1;
    const mishap = this.#mishap && [call, 'each'].includes(this.#mishap.call) ? this.#mishap.kind : null;
    if (mishap) this.#spoiledCalls += 1;
    const meanwhile = this.#meanwhile?.call === call ? this.#meanwhile : null;
    let done = () => {};
    try {
      if (this.#life) done = this.#life.begin();
    } catch {
      return this.#hangUp(request, reply);
    }
    this.#ways.set(request, { done, mishap, meanwhile });
    if (meanwhile?.when === 'before') await meanwhile.happen();
    if (mishap === 'unreachable') return this.#hangUp(request, reply);
    if (mishap === '500') return reply.code(500).type('application/json').send(TROUBLE);
    if (mishap === 'HTML 502') return reply.code(502).type('text/html').send(PROXY_PAGE);
    return undefined;
  }

  async #onTheWayBack(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const way = this.#ways.get(request);
    if (!way) return payload;
    const { done, mishap, meanwhile } = way;
    if (meanwhile?.when === 'after') await meanwhile.happen();
    try {
      done();
    } catch {
      request.raw.socket.destroy();
    }
    if (mishap === 'answer lost') request.raw.socket.destroy();
    if (mishap === '500 but done') {
      reply.code(500);
      reply.removeHeader('content-length');
      return TROUBLE;
    }
    return payload;
  }

  #hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}
