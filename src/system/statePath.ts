import type { StateValue } from 'xstate';

/** Where a machine is, for the page's `data-state`: { card: { paying: 'clean' } } is 'card.paying.clean'. */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([state, inner]) => [state, inner === undefined ? '' : statePath(inner)].filter(Boolean).join('.'))
    .join(' ');
}
