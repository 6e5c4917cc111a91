import type { Report } from '../../contract/deskReports.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** What the report reads. Promises reject with a Failure. */
interface Needs {
  readonly reports: {
    /** `period`: two IST dates, 'from/to'. */
    report(period: string, signal: AbortSignal): Promise<Report>;
  };
}

/** A report; the key is its period, 'from/to'. */
const reportFlow = resourceFlow('report', ['reports'], ({ reports }: Needs, period, signal) =>
  reports.report(period, signal),
);

/** Reports of a period, and the papers as files. */
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
  staffForm({
    id: 'paperFile',
    area: 'reports',
    call: 'savePapers',
    doneText: 'The PDF is in your downloads',
    changes: ['money'],
    isOpen: true,
  }),
] as const;
