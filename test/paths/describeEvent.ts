import type { AnyActorRef, AnyEventObject } from 'xstate';
import { Failure } from '../../machines/failure.ts';
import * as booking from '../fixtures/booking.ts';
import * as bookingDetails from '../fixtures/bookingDetails.ts';

/* Events and values on one line, the same in every run: in the titles of paths and in the recorded behaviour. */

/** Fixtures by name; an empty object or a clock is recognised by identity only. */
const fixtures = Object.entries({ ...booking, ...bookingDetails }).filter(
  ([, value]) => typeof value === 'object',
);
const fixturesByText = new Map(
  fixtures.map(([name, value]) => [JSON.stringify(value), name]).filter(([text]) => text !== '{}') as [
    string,
    string,
  ][],
);
const fixturesByIdentity = new Map(fixtures.map(([name, value]) => [value as unknown, name]));

const isActor = (value: object): value is AnyActorRef => 'sessionId' in value && 'send' in value;

/** Instants are written as distances from the fixed present of all models. */
const LEAST_INSTANT = 1e12;

function describeNumber(value: number): string {
  if (value < LEAST_INSTANT) return String(value);
  const seconds = (value - booking.NOON) / 1000;
  return seconds === 0 ? 'noon' : `noon ${seconds < 0 ? '-' : '+'} ${Math.abs(seconds)} s`;
}

/** An error by its status and code, which guards compare: '409 slot-taken'. */
function describeFailure({ status, code, message, details }: Failure): string {
  const extra = Object.keys(details).length === 0 ? undefined : details;
  return [status, code, message && describeValue(message), extra && describeValue(extra)]
    .filter(Boolean)
    .join(' ');
}

/** A value on one line, the same in every run: fixtures by name, actors by id. */
export function describeValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number') return describeNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (isActor(value)) return `actor ${value.id}`;
  if (value instanceof Failure) return describeFailure(value);
  if (value instanceof Error && !('toJSON' in value)) return `${value.name}(${value.message})`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return describeValue(value.toJSON());
  const fixture = fixturesByIdentity.get(value) ?? fixturesByText.get(JSON.stringify(value));
  if (fixture !== undefined) return `‹${fixture}›`;
  if (Array.isArray(value)) return `[${value.map(describeValue).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${describeValue(inner)}`)
    .join(', ')}}`;
}

/** XState's own events by what happened: 'createOrder done', 'createOrder failed', 'after beforeRetry'. */
export function describeType(type: string): string {
  const [, kind, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (actor !== undefined) return `${actor} ${kind === 'done' ? 'done' : 'failed'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay === undefined ? type : `after ${delay}`;
}

export const withValue = (text: string, value: unknown): string =>
  value === undefined ? text : `${text} ${describeValue(value)}`;

export function describeEvent({ type, ...payload }: AnyEventObject): string {
  const [first, ...others] = Object.entries(payload);
  if (first === undefined) return describeType(type);
  const isResult = ['output', 'error'].includes(first[0]) && others.length === 0;
  return isResult
    ? `${describeType(type)}: ${describeValue(first[1])}`
    : withValue(describeType(type), payload);
}
