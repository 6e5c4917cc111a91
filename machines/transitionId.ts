import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** What a machine's coverage and its drawings call a transition: 'session.signedOut --session.tokensChanged--> session.signedIn'. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const { eventType, target } = transition;
  const source = transition.source as AnyStateNode;
  const listened: readonly unknown[] = source.transitions.get(eventType) ?? [];
  const isEvent = listened.includes(transition);
  const candidates: readonly unknown[] = isEvent ? listened : (source.always ?? []);
  const nth = candidates.length > 1 ? `[${candidates.indexOf(transition)}]` : '';
  const targets = target?.map(({ id }) => id).join(', ') ?? 'no state';
  return `${source.id} --${isEvent ? eventType : 'always'}${nth}--> ${targets}`;
}
