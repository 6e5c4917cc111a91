import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `act` with the previous value after a render with another value; not after the first render. */
export function useAfterChange<Value>(value: Value, act: (previous: Value) => void): void {
  const last = useRef(value);
  const onChange = useEffectEvent(act);
  useEffect(() => {
    const previous = last.current;
    if (Object.is(previous, value)) return;
    last.current = value;
    onChange(previous);
  }, [value]);
}
