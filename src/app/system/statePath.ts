import type { StateValue } from 'xstate';

/** A state value as a path, for `data-state`: { card: { paying: 'clean' } } becomes 'card.paying.clean'. */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => [state, inner === undefined ? '' : statePath(inner)].filter(Boolean).join('.'))
    .join(' ');
}
