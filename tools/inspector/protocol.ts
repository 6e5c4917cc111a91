import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { RecordedClock } from '../flows/recording.ts';

/** The version of @statelyai/inspect that defines these messages; its receiver ignores a message without a version. */
export const PROTOCOL_VERSION = '0.7.2';

/** Only `npm run dev` serves it. */
export const INSPECTOR_PAGE = '/inspector.html';

/** The messages with which an inspector reports that it is ready, and the site reports that its page is left. */
export const CONNECTED = '@statelyai.connected';
export const DISCONNECTED = '@statelyai.disconnected';

/**
 * A message from the site to an inspector: a message of Stately's protocol with two additional fields. A snapshot of a machine
 * has the ids of the transitions that led to it, as in drawings. An event has the time of the machines' clock, which a replay
 * needs. Other inspectors ignore both fields.
 */
export type Message = StatelyInspectionEvent & {
  readonly _transitions?: readonly string[];
  readonly _clock?: RecordedClock;
};

/**
 * The position of a message: the load of the page, and the message's number within it. An inspector that gets a message twice,
 * after a reload or a lost connection, recognises it by the number. Number 0 is not a new message: it introduces an actor again,
 * in its current state.
 */
export interface MessagePosition {
  readonly visit: string;
  readonly number: number;
}

export const idOf = ({ visit, number }: MessagePosition): string => `${visit}.${number}`;

/** Null when another program wrote the message. */
export function positionOf(id: unknown): MessagePosition | null {
  if (typeof id !== 'string') return null;
  const [visit, number, ...rest] = id.split('.');
  if (!visit || number === undefined || !/^\d+$/.test(number) || rest.length > 0) return null;
  return { visit, number: Number(number) };
}

/** The message with which this project's inspector asks the site to send an event to one of its actors. */
export const SEND = '@litrooms.send';

export interface SendRequest {
  readonly type: typeof SEND;
  readonly sessionId: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/** A request of this project's inspector; null for anything else. XState's internal events cannot be sent. */
export function sendRequestOf(data: unknown): SendRequest | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== SEND) return null;
  const { sessionId, event } = data as Partial<SendRequest>;
  if (typeof sessionId !== 'string' || typeof event !== 'object' || event === null) return null;
  return typeof event.type !== 'string' || event.type.startsWith('xstate.')
    ? null
    : { type: SEND, sessionId, event };
}
