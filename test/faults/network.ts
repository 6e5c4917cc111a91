import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CrashableProcess } from './crashableProcess.ts';

/** Of a call to the provider or of its response. */
export const networkFaults = [
  'unreachable',
  'response lost',
  '500',
  '500 after processing',
  'HTML 502',
] as const;
export type NetworkFault = (typeof networkFaults)[number];

/** An event that runs while our server waits for the provider. */
export interface ConcurrentEvent {
  readonly call: number;
  readonly when: 'before' | 'after';
  readonly run: () => Promise<void>;
}

/** One call. `endStep` ends the caller's step. */
interface CallState {
  readonly endStep: () => void;
  readonly fault: NetworkFault | null;
  readonly event: ConcurrentEvent | null;
}

const SERVER_ERROR = JSON.stringify({
  error: { code: 'SERVER_ERROR', description: 'We are facing some trouble.' },
});
const PROXY_PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Between our server and the provider, with the faults of the calls of one command. */
export class Network {
  #serverProcess: CrashableProcess | null = null;
  #callCount = 0;
  #faultyCalls = 0;
  #fault: { call: number | 'each'; kind: NetworkFault } | null = null;
  #event: ConcurrentEvent | null = null;
  readonly #calls = new WeakMap<FastifyRequest, CallState>();

  /** Sets the process that makes the calls. */
  connect(serverProcess: CrashableProcess): void {
    this.#serverProcess = serverProcess;
  }
  /** Removes the faults and restarts counting calls. */
  reset(): void {
    this.#callCount = 0;
    this.#faultyCalls = 0;
    this.#fault = null;
    this.#event = null;
  }
  failAt(call: number | 'each', kind: NetworkFault): void {
    this.#fault = { call, kind };
  }
  runAt(event: ConcurrentEvent): void {
    this.#event = event;
  }

  /** Adds the network's faults to a provider's responses, only for calls of our server. */
  install(provider: FastifyInstance, isServerCall: (request: FastifyRequest) => boolean): void {
    provider.addHook('onRequest', async (request, reply) =>
      isServerCall(request) ? this.#onRequest(request, reply) : undefined,
    );
    provider.addHook('onSend', async (request, reply, payload) =>
      isServerCall(request) ? this.#onSend(request, reply, payload) : payload,
    );
  }

  /** Since the last reset. */
  get faultyCalls(): number {
    return this.#faultyCalls;
  }
  /** True for a call with a fault, whose response is not the provider's. */
  isFaulty(request: FastifyRequest): boolean {
    return (this.#calls.get(request)?.fault ?? null) !== null;
  }

  async #onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const call = this.#callCount;
    this.#callCount += 1;
    const fault = this.#fault && [call, 'each'].includes(this.#fault.call) ? this.#fault.kind : null;
    if (fault) this.#faultyCalls += 1;
    const event = this.#event?.call === call ? this.#event : null;
    let endStep = () => {};
    try {
      if (this.#serverProcess) endStep = this.#serverProcess.beginStep();
    } catch {
      return this.#closeConnection(request, reply);
    }
    this.#calls.set(request, { endStep, fault, event });
    if (event?.when === 'before') await event.run();
    if (fault === 'unreachable') return this.#closeConnection(request, reply);
    if (fault === '500') return reply.code(500).type('application/json').send(SERVER_ERROR);
    if (fault === 'HTML 502') return reply.code(502).type('text/html').send(PROXY_PAGE);
    return undefined;
  }

  async #onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const state = this.#calls.get(request);
    if (!state) return payload;
    const { endStep, fault, event } = state;
    if (event?.when === 'after') await event.run();
    try {
      endStep();
    } catch {
      request.raw.socket.destroy();
    }
    if (fault === 'response lost') request.raw.socket.destroy();
    if (fault === '500 after processing') {
      reply.code(500);
      reply.removeHeader('content-length');
      return SERVER_ERROR;
    }
    return payload;
  }

  #closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
}
