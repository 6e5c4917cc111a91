import { z } from 'zod';
import { webhookEvents, type WebhookEvent } from './webhookEvents.ts';

/** The calls of the API that can be made to go wrong; 'any' is whichever comes next. */
export const apiEndpoints = [
  'any',
  'POST /orders',
  'GET /orders',
  'GET /orders/:id',
  'GET /orders/:id/payments',
  'GET /payments/:id',
  'POST /payments/:id/capture',
  'POST /payments/:id/refund',
  'GET /payments/:id/refunds',
  'GET /payments/:id/refunds/:refund',
  'GET /refunds/:id',
] as const;
export type ApiEndpoint = (typeof apiEndpoints)[number];

/** Whether what the call asks for is done, and its answer lost, or nothing is done at all. */
const done = z.boolean().default(false);

/**
 * What goes wrong with a call. 'latency': it is done at once and answered late. 'dropped-answer': it is done, then the
 * connection breaks. 'server-error': a 500 in the provider's form. 'bad-gateway': a 502 with HTML, as of a proxy.
 */
export const callFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latency'), ms: z.int().min(0).max(60_000) }),
  z.object({ kind: z.literal('dropped-answer') }),
  z.object({ kind: z.literal('server-error'), done }),
  z.object({ kind: z.literal('bad-gateway'), done }),
]);
export type CallFault = z.output<typeof callFault>;
export type CallFaultInput = z.input<typeof callFault>;

/**
 * What goes wrong with a delivery. 'drop': it is not made, and the next is as late as after any failed one; `forGood`:
 * there is no next. 'delay': it is made later. 'duplicate': it is made once, and then as many more times. 'reorder':
 * everything due goes out with the newest first. 'wrong-secret': it is signed with another secret. 'unanswered': it is
 * made, and its answer lost, so that it is made again.
 */
export const webhookFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drop'), forGood: z.boolean().default(false) }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0) }),
  z.object({ kind: z.literal('duplicate'), copies: z.int().min(1).max(20).default(1) }),
  z.object({ kind: z.literal('reorder') }),
  z.object({ kind: z.literal('wrong-secret') }),
  z.object({ kind: z.literal('unanswered') }),
]);
export type WebhookFault = z.output<typeof webhookFault>;
export type WebhookFaultInput = z.input<typeof webhookFault>;

/** How many times something goes wrong, one after the other. */
export const times = z.int().min(1).max(10_000).default(1);

export const webhookEventName = z.enum(webhookEvents);

interface Armed<Where, Fault> {
  readonly where: Where | 'any';
  readonly fault: Fault;
  left: number;
}

/** Faults that wait for what they are for; each is used as often as it was armed, the oldest first. */
export class Faults<Where extends string, Fault extends { kind: string }> {
  #armed: Armed<Where, Fault>[] = [];

  arm(where: Where | 'any', fault: Fault, left: number): void {
    this.#armed.push({ where, fault, left });
  }

  /** The fault for what happens now, used up by asking; undefined when all goes well. */
  take(where: Where | 'any', fits: (fault: Fault) => boolean = () => true): Fault | undefined {
    const found = this.#armed.find((armed) => [where, 'any'].includes(armed.where) && fits(armed.fault));
    if (found === undefined) return undefined;
    found.left -= 1;
    this.#armed = this.#armed.filter(({ left }) => left > 0);
    return found.fault;
  }

  clear(): void {
    this.#armed = [];
  }
}

export type CallFaults = Faults<ApiEndpoint, CallFault>;
export type WebhookFaults = Faults<WebhookEvent, WebhookFault>;
