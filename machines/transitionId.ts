import type { AnyTransitionDefinition } from 'xstate';

/** What a machine's coverage and its drawings call a transition: 'session.signedOut --session.tokensChanged--> session.signedIn'. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition;
  const listened = source.transitions.get(eventType) as readonly unknown[] | undefined;
  const isEvent = listened?.includes(transition) === true;
  const candidates = isEvent ? listened : ((source.always ?? []) as readonly unknown[]);
  const nth = candidates.length > 1 ? `[${candidates.indexOf(transition)}]` : '';
  const targets = target?.map(({ id }) => id).join(', ') ?? 'no state';
  return `${source.id} --${isEvent ? eventType : 'always'}${nth}--> ${targets}`;
}
