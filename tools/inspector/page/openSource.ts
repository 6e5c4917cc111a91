import { createContext } from 'react';
import type { AnyStateMachine } from 'xstate';
import { selfAndDescendants } from '../../flows/transitions.ts';

/** A search for a machine, a state or a transition in the source files. */
export interface SourceQuery {
  readonly machine: string;
  /** Names of the machine's outermost states: they identify a machine that a function creates. */
  readonly states: readonly string[];
  /** Names of the states down to the requested one. */
  readonly path: readonly string[];
  /** A transition's event, and the index among the transitions of this event. */
  readonly cause?: string;
  readonly nth?: number;
}

export const sourceOfState = (machine: AnyStateMachine, id: string): SourceQuery => ({
  machine: machine.id,
  states: Object.keys(machine.root.states),
  path: selfAndDescendants(machine.root).find((node) => node.id === id)?.path ?? [],
});

/** `id`: 'checkout.reviewing --checkout.confirmed[1]--> checkout.signingIn'. */
export function sourceOfTransition(machine: AnyStateMachine, id: string): SourceQuery {
  const [, state = '', cause = '', nth] = /^(.*?) --(.*?)(?:\[(\d+)\])?-->/.exec(id) ?? [];
  return {
    ...sourceOfState(machine, state),
    ...(cause !== '' && { cause }),
    ...(nth !== undefined && { nth: Number(nth) }),
  };
}

/** The development server finds a source location (scripts/machineSources.ts) and opens an editor. */
const SOURCE_PATH = '/flows/source';
const EDITOR_PATH = '/__open-in-editor';

/**
 * Opens a source file in the editor of this machine, at its line.
 *
 * @returns the file and the line: 'machines/checkout/card.ts:67'
 * @throws Error with a message for the page, when no file has the machine
 */
export async function openSource({ machine, states, path, cause, nth }: SourceQuery): Promise<string> {
  const query = new URLSearchParams({
    machine,
    states: states.join(','),
    path: path.join(','),
    ...(cause !== undefined && { cause }),
    ...(nth !== undefined && { nth: String(nth) }),
  });
  const response = await fetch(`${SOURCE_PATH}?${query.toString()}`);
  if (!response.ok) throw new Error(`No source file has the machine ${machine}.`);
  const { file, line } = (await response.json()) as { file: string; line: number };
  const location = `${file}:${line}`;
  await fetch(`${EDITOR_PATH}?file=${encodeURIComponent(`${location}:1`)}`);
  return location;
}

/** Opens the source of a transition that an actor took, by the actor's path and the transition's id. */
export const OpenTransitionContext = createContext<(actor: string, transition: string) => void>(
  () => undefined,
);
