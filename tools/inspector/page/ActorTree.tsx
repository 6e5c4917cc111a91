import type { KeyboardEvent } from 'react';
import { statePath } from '../../flows/words.ts';
import type { TreeLine } from '../record/actorTree.ts';
import type { ActorPath, SeenActor } from '../record/recording.ts';
import type { StateValue } from 'xstate';

/** What an actor is doing, in a few words: a machine's states, or how a promise stands. */
export function doing({ snapshot, status, definition }: SeenActor): string {
  const { value } = snapshot;
  if (status === 'stopped') return 'stopped';
  if (status === 'error') return 'failed';
  if (status === 'done') return 'done';
  if (definition === null) return 'running';
  return value === undefined ? '' : statePath(value as StateValue);
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

interface Props {
  readonly lines: readonly TreeLine[];
  readonly chosen: ActorPath | null;
  readonly onChoose: (path: ActorPath) => void;
}

/** All actors, each below the one that started it; arrow keys go from one to the next. */
export function ActorTree({ lines, chosen, onChoose }: Props) {
  const chosenAt = lines.findIndex(({ actor }) => actor.path === chosen);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const focused = (event.target as HTMLElement).dataset['actor'];
    const from = lines.findIndex(({ actor }) => actor.path === focused);
    const target = lines[steps[event.key]?.(from, lines.length - 1) ?? -1];
    if (!target) return;
    event.preventDefault();
    onChoose(target.actor.path);
    event.currentTarget
      .querySelector<HTMLElement>(`[data-actor="${CSS.escape(target.actor.path)}"]`)
      ?.focus();
  };

  return (
    <ul className="tree" role="tree" aria-label="Actors" onKeyDown={onKeyDown}>
      {lines.map(({ actor, depth }, index) => (
        <li
          key={actor.path}
          role="treeitem"
          aria-level={depth + 1}
          aria-selected={actor.path === chosen}
          tabIndex={index === Math.max(0, chosenAt) ? 0 : -1}
          data-actor={actor.path}
          data-status={actor.status}
          style={{ paddingInlineStart: `${depth * 14 + 10}px` }}
          onClick={() => onChoose(actor.path)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') onChoose(actor.path);
          }}
        >
          <span className={`dot ${actor.status}`} aria-hidden="true" />
          <span className="name">{actor.name}</span>
          {actor.runs > 1 && <span className="runs">×{actor.runs}</span>}
          <span className="doing">{doing(actor)}</span>
        </li>
      ))}
    </ul>
  );
}
