import { useEffect, useEffectEvent } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

type Emitter<Emitted extends EventObject> = Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>;

/** Calls `listener` with each event of a type that a flow emits while the component is mounted. */
export function useEmitted<Emitted extends EventObject, Type extends Emitted['type']>(
  actor: Emitter<Emitted>,
  type: Type,
  listener: (emitted: Emitted & (Type extends '*' ? unknown : { type: Type })) => void,
): void {
  const onEmitted = useEffectEvent(listener);
  useEffect(() => {
    const subscription = actor.on(type, (emitted) => onEmitted(emitted));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}
