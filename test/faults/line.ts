import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Life } from './life.ts';

/** The faults of a call to the provider or of its response. */
export const mishaps = ['unreachable', 'answer lost', '500', '500 but done', 'HTML 502'] as const;
export type Mishap = (typeof mishaps)[number];

/** A concurrent event while our server waits for the provider. */
export interface Meanwhile {
  readonly call: number;
  readonly when: 'before' | 'after';
  readonly happen: () => Promise<void>;
}

/** The fault of one call, and the end of its step in the caller's life. */
interface Way {
  readonly done: () => void;
  readonly mishap: Mishap | null;
  readonly meanwhile: Meanwhile | null;
}

const TROUBLE = JSON.stringify({
  error: { code: 'SERVER_ERROR', description: 'We are facing some trouble.' },
});
const PROXY_PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** The network between our server and the provider, with the faults of one command's calls. */
export class Line {
  #life: Life | null = null;
  #calls = 0;
  #spoiledCalls = 0;
  #mishap: { call: number | 'each'; kind: Mishap } | null = null;
  #meanwhile: Meanwhile | null = null;
  readonly #ways = new WeakMap<FastifyRequest, Way>();

  /** The process that makes the calls. */
  connect(life: Life): void {
    this.#life = life;
  }
  /** Removes the faults, and counts calls from zero. */
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

  /** Installs the line in front of a provider: for our server's calls, not for the payer's browser. */
  before(provider: FastifyInstance, isOurs: (request: FastifyRequest) => boolean): void {
    provider.addHook('onRequest', async (request, reply) =>
      isOurs(request) ? this.#onTheWay(request, reply) : undefined,
    );
    provider.addHook('onSend', async (request, reply, payload) =>
      isOurs(request) ? this.#onTheWayBack(request, reply, payload) : payload,
    );
  }

  /** The calls with a fault since the line was cleared. */
  get spoiledCalls(): number {
    return this.#spoiledCalls;
  }
  /** True for a call whose response is not the provider's. */
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
