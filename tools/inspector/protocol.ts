import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { RecordedClock } from '../flows/recording.ts';

/** The version of @statelyai/inspect whose messages these are; its receiver takes no message without one. */
export const PROTOCOL_VERSION = '0.7.2';

/** The address of our own page, served by `npm run dev` only. */
export const OWN_PAGE = '/inspector.html';

/** The messages with which an inspector reports that it is ready and the site that it leaves. */
export const CONNECTED = '@statelyai.connected';
export const DISCONNECTED = '@statelyai.disconnected';

/**
 * What the site sends to an inspector: a message of Stately's protocol, and what that leaves out. A snapshot of a machine
 * also names the transitions that led to it, by the ids that drawings give them; an event says what the machines' clock
 * showed when it came, which a replay of the recording needs. Other inspectors overlook both.
 */
export type Message = StatelyInspectionEvent & {
  readonly _transitions?: readonly string[];
  readonly _clock?: RecordedClock;
};

/**
 * Where a message stands among all that the site has sent: which load of the page, and the how-manieth of it. An
 * inspector that gets a message twice, after a reload or a lost connection, recognises it by the number. Number 0 is no news:
 * an actor introduced once more, as it is now.
 */
export interface Place {
  readonly visit: string;
  readonly number: number;
}

export const idOf = ({ visit, number }: Place): string => `${visit}.${number}`;

/** The place that a message's id contains; null when another program wrote it. */
export function placeOf(id: unknown): Place | null {
  if (typeof id !== 'string') return null;
  const [visit, number, ...rest] = id.split('.');
  if (!visit || number === undefined || !/^\d+$/.test(number) || rest.length > 0) return null;
  return { visit, number: Number(number) };
}

/** With this message our own page asks the site to send an event to one of its actors. */
export const SEND = '@litrooms.send';

export interface SendRequest {
  readonly type: typeof SEND;
  readonly sessionId: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** A message of our own page; null for anything else. Events of XState itself are not sent by hand. */
export function sendRequestOf(data: unknown): SendRequest | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== SEND) return null;
  const { sessionId, event } = data as Partial<SendRequest>;
  if (typeof sessionId !== 'string' || typeof event !== 'object' || event === null) return null;
  return typeof event.type !== 'string' || event.type.startsWith('xstate.')
    ? null
    : { type: SEND, sessionId, event };
}
