import { fromPromise } from 'xstate';
import { pickerMachine } from '../../../machines/engine/form/picker.ts';

/** MUI X and Day.js have 46 kB, so they are loaded on the first focus or press of a date field. */
export const importCalendar = async () => ({ default: (await import('./Calendar.tsx')).Calendar });

export const preloadCalendar = (): void => void importCalendar().catch(() => undefined);

/** The picker of a date field, with its effect. */
export const calendarPicker = pickerMachine.provide({
  actors: {
    load: fromPromise(async () => {
      await importCalendar();
    }),
  },
});
