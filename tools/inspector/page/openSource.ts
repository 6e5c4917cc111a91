import { createContext } from 'react';
import type { AnyStateMachine } from 'xstate';
import { selfAndDescendants } from '../../flows/transitions.ts';

/** What is looked for in the source files. */
export interface WantedSource {
  readonly machine: string;
  /** The names of the machine's outermost states: one that a function makes is known by them. */
  readonly states: readonly string[];
  /** The names of the states down to the wanted one. */
  readonly path: readonly string[];
  /** A transition's event, and which of its ways. */
  readonly cause?: string;
  readonly nth?: number;
}

/** What to look for to find a state, by its id. */
export const sourceOfState = (machine: AnyStateMachine, id: string): WantedSource => ({
  machine: machine.id,
  states: Object.keys(machine.root.states),
  path: selfAndDescendants(machine.root).find((node) => node.id === id)?.path ?? [],
});

/** What to look for to find a transition, by its id: 'checkout.reviewing --checkout.confirmed[1]--> checkout.signingIn'. */
export function sourceOfTransition(machine: AnyStateMachine, id: string): WantedSource {
  const [, state = '', cause = '', nth] = /^(.*?) --(.*?)(?:\[(\d+)\])?-->/.exec(id) ?? [];
  return {
    ...sourceOfState(machine, state),
    ...(cause !== '' && { cause }),
    ...(nth !== undefined && { nth: Number(nth) }),
  };
}

/** Where the development server says what stands where (scripts/machineSources.mjs), and where it opens an editor. */
const PLACES = '/flows/source';
const EDITOR = '/__open-in-editor';

/**
 * Opens a source file in the editor of this machine, at its line.
 *
 * @returns the file and the line: 'machines/checkout/card.ts:67'
 * @throws Error when no file has it, with a message for the page
 */
export async function openSource({ machine, states, path, cause, nth }: WantedSource): Promise<string> {
  const query = new URLSearchParams({
    machine,
    states: states.join(','),
    path: path.join(','),
    ...(cause !== undefined && { cause }),
    ...(nth !== undefined && { nth: String(nth) }),
  });
  const response = await fetch(`${PLACES}?${query.toString()}`);
  if (!response.ok) throw new Error(`No source file has the machine ${machine}.`);
  const { file, line } = (await response.json()) as { file: string; line: number };
  const place = `${file}:${line}`;
  await fetch(`${EDITOR}?file=${encodeURIComponent(`${place}:1`)}`);
  return place;
}

/** Opens the source of a transition that an actor took, by the actor's path and the transition's id. */
export const OpenTransitionContext = createContext<(actor: string, transition: string) => void>(
  () => undefined,
);
