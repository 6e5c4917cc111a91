import { fromPromise } from 'xstate';
import type { Report } from '../../contract/deskReports.ts';
import { defineFlow } from '../flow.ts';
import { resourceMachine } from '../resource.ts';
import { staffForm } from './staffForm.ts';

/** What the report reads. Promises reject with a Failure. */
interface Needs {
  readonly reports: {
    /** `period`: two IST dates, 'from/to'. */
    report(period: string, signal: AbortSignal): Promise<Report>;
  };
}

/** A report; the key is its period, 'from/to'. */
const reportFlow = defineFlow({
  id: 'report',
  machine: resourceMachine<Report>('report'),
  needs: ['reports'],
  provide: (machine, { reports }: Needs) =>
    machine.provide({
      actors: { load: fromPromise(({ input, signal }) => reports.report(input.key, signal)) },
    }),
});

/** Reports of a period. */
export const reportFlows = [
  reportFlow,
  staffForm({
    id: 'reportFile',
    area: 'reports',
    call: 'saveFile',
    doneText: 'The table is in your downloads',
    changes: ['money'],
    isOpen: true,
  }),
] as const;
