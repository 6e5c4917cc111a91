import type { AnyEventObject } from 'xstate';
import { Failure } from '../../machines/engine/failure.ts';
import * as words from '../../tools/flows/words.ts';
import * as booking from '../fixtures/booking.ts';
import * as bookingDetails from '../fixtures/bookingDetails.ts';

/* Describes events and values on one line, with the same text in every run. Used by the titles of paths and the behaviour. */

/** Fixtures by name. Empty objects and clocks are recognised only by identity. */
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

/** Numbers from here on are instants in milliseconds, which are described relative to NOON. */
const MIN_INSTANT = 1e12;

function describeInstant(value: number): string {
  const seconds = (value - booking.NOON) / 1000;
  return seconds === 0 ? 'noon' : `noon ${seconds < 0 ? '-' : '+'} ${Math.abs(seconds)} s`;
}

/** Describes a failure by its status and code, which guards compare: '409 slot-taken'. */
function describeFailure({ status, code, message, details }: Failure): string {
  const extra = Object.keys(details).length === 0 ? undefined : details;
  return [status, code, message && describeValue(message), extra && describeValue(extra)]
    .filter(Boolean)
    .join(' ');
}

const isActor = (value: object): boolean => 'sessionId' in value && 'send' in value;

/** Describes instants, failures and fixtures. Null for other values, which the package describes. */
export const wording: words.Wording = (value) => {
  if (typeof value === 'number') return value < MIN_INSTANT ? String(value) : describeInstant(value);
  if (typeof value !== 'object' || value === null || isActor(value)) return null;
  if (value instanceof Failure) return describeFailure(value);
  if (value instanceof Error || 'toJSON' in value) return null;
  const fixture = fixturesByIdentity.get(value) ?? fixturesByText.get(JSON.stringify(value));
  return fixture === undefined ? null : `‹${fixture}›`;
};

/** Describes a value on one line: fixtures by name, actors by id. */
export const describeValue = (value: unknown): string => words.describeValue(value, wording);

export const withValue = (text: string, value: unknown): string =>
  value === undefined ? text : `${text} ${describeValue(value)}`;

export const describeEvent = (event: AnyEventObject): string => words.describeEvent(event, wording);
