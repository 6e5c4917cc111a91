import type { AnyStateMachine } from 'xstate';
import { type Box, machineBox } from '../../../../tools/flows/drawing.ts';

/** At most this many numbers are shown next to a transition, followed by the count of the rest. */
const MAX_NUMBERS = 4;

/**
 * The boxes of a machine with the numbers of the path tests that take each transition.
 *
 * @param takenBy the numbers of the path tests, by the id of the transition
 * @param textWithoutNumbers the text next to a transition that no path test takes
 */
export function boxWithNumbers(
  machine: AnyStateMachine,
  takenBy: ReadonlyMap<string, readonly number[]>,
  textWithoutNumbers: (transition: string) => string,
): Box {
  const withNumbers = (box: Box): Box => ({
    ...box,
    rows: box.rows.map((row) => {
      if (row.transition === undefined || row.kind === 'action') return row;
      const numbers = takenBy.get(row.transition) ?? [];
      if (numbers.length === 0) {
        return { ...row, text: `${row.text}  (${textWithoutNumbers(row.transition)})`, change: 'removed' };
      }
      const rest = numbers.length > MAX_NUMBERS ? ` +${numbers.length - MAX_NUMBERS}` : '';
      return { ...row, text: `${row.text}  (${numbers.slice(0, MAX_NUMBERS).join(' ')}${rest})` };
    }),
    boxes: box.boxes.map(withNumbers),
  });
  return withNumbers(machineBox(machine));
}
