import { z } from 'zod';
import { webhookEvents, type WebhookEvent } from './webhookEvents.ts';

/** API calls that can fail; 'any' is the next one. */
export const apiEndpoints = [
  'any',
  'POST /orders',
  'POST /payment_links',
  'GET /payment_links',
  'GET /payment_links/:id',
  'POST /payment_links/:id/cancel',
  'GET /orders',
  'GET /orders/:id',
  'GET /orders/:id/payments',
  'GET /payments/:id',
  'POST /payments/:id/capture',
  'POST /payments/:id/refund',
  'GET /payments/:id/refunds',
  'GET /payments/:id/refunds/:refund',
  'GET /refunds',
  'GET /refunds/:id',
  'GET /disputes',
  'GET /disputes/:id',
] as const;
export type ApiEndpoint = (typeof apiEndpoints)[number];

/** Whether the call is carried out and its response lost, or not carried out at all. */
const done = z.boolean().default(false);

/**
 * The fault of a call. 'latency': carried out immediately, with a late response. 'lost-response': carried out, then the
 * connection breaks. 'server-error': a 500 in the provider's format. 'bad-gateway': a 502 with HTML, as from a proxy.
 */
export const callFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latency'), ms: z.int().min(0).max(60_000) }),
  z.object({ kind: z.literal('lost-response') }),
  z.object({ kind: z.literal('server-error'), done }),
  z.object({ kind: z.literal('bad-gateway'), done }),
]);
export type CallFault = z.output<typeof callFault>;
export type CallFaultInput = z.input<typeof callFault>;

/**
 * The fault of a delivery. 'drop': not sent, and retried as after any failure; `forGood`: never retried. 'delay': sent
 * later. 'duplicate': sent once, and then again a number of times. 'reorder': everything due is sent newest first.
 * 'wrong-secret': signed with another secret. 'lost-response': sent, and the response lost, so that it is sent again.
 */
export const webhookFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drop'), forGood: z.boolean().default(false) }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0) }),
  z.object({ kind: z.literal('duplicate'), copies: z.int().min(1).max(20).default(1) }),
  z.object({ kind: z.literal('reorder') }),
  z.object({ kind: z.literal('wrong-secret') }),
  z.object({ kind: z.literal('lost-response') }),
]);
export type WebhookFault = z.output<typeof webhookFault>;
export type WebhookFaultInput = z.input<typeof webhookFault>;

/** Consecutive faults. */
export const times = z.int().min(1).max(10_000).default(1);

export const webhookEventName = z.enum(webhookEvents);

interface ArmedFault<Where, Fault> {
  readonly where: Where | 'any';
  readonly fault: Fault;
  left: number;
}

/** Armed faults. They are used in the order of arming, each as many times as armed. */
export class Faults<Where extends string, Fault extends { kind: string }> {
  #armed: ArmedFault<Where, Fault>[] = [];

  arm(where: Where | 'any', fault: Fault, left: number): void {
    this.#armed.push({ where, fault, left });
  }

  /** Takes the next matching fault; undefined when there is none. */
  take(where: Where | 'any', matches: (fault: Fault) => boolean = () => true): Fault | undefined {
    const found = this.#armed.find((armed) => [where, 'any'].includes(armed.where) && matches(armed.fault));
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
