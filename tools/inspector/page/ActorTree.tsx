import type { KeyboardEvent } from 'react';
import { statePath } from '../../flows/words.ts';
import type { TreeLine } from '../record/actorTree.ts';
import type { ActorPath, RecordedActor } from '../record/recording.ts';
import type { StateValue } from 'xstate';

/** The states of a machine, or the status of a promise. */
export function actorStateText({ snapshot, status, definition }: RecordedActor): string {
  const { value } = snapshot;
  if (status === 'stopped') return 'stopped';
  if (status === 'error') return 'failed';
  if (status === 'done') return 'done';
  if (definition === null) return 'running';
  return value === undefined ? '' : statePath(value as StateValue);
}

const keyTargets: Readonly<Record<string, (at: number, last: number) => number>> = {
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

/** All actors, each below its parent. The arrow keys move between them. */
export function ActorTree({ lines, chosen, onChoose }: Props) {
  const chosenIndex = lines.findIndex(({ actor }) => actor.path === chosen);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const focused = (event.target as HTMLElement).dataset['actor'];
    const from = lines.findIndex(({ actor }) => actor.path === focused);
    const target = lines[keyTargets[event.key]?.(from, lines.length - 1) ?? -1];
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
          tabIndex={index === Math.max(0, chosenIndex) ? 0 : -1}
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
          <span className="doing">{actorStateText(actor)}</span>
        </li>
      ))}
    </ul>
  );
}
