import type { Report } from '../../contract/deskReports.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** The effects of the flows about reports. Promises reject with a Failure. */
interface Needs {
  readonly reports: {
    /** `period`: two IST dates, 'from/to'. */
    report(period: string, signal: AbortSignal): Promise<Report>;
  };
}

/** A report. The key is its period, 'from/to'. */
const reportFlow = resourceFlow(
  'report',
  { needs: ['reports'], shows: ['bookings', 'money', 'points', 'invoices'] },
  ({ reports }: Needs, period, signal) => reports.report(period, signal),
);

/** The reports of a period, and files of invoices and credit notes. */
export const reportFlows = [
  reportFlow,
  staffForm({
    id: 'reportFile',
    area: 'reports',
    call: 'saveFile',
    doneText: 'The table is in your downloads',
    changes: [],
    isOpen: true,
  }),
  staffForm({
    id: 'paperFile',
    area: 'reports',
    call: 'savePapers',
    doneText: 'The document is ready',
    changes: [],
    isOpen: true,
  }),
] as const;
