import type * as api from '../../../contract/desk/money/settlements.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';
import { commandFlow } from '../../engine/command.ts';
import { toast } from '../../engine/system.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';
import type { ChosenFile } from '../pictures/pictures.ts';
import { staffForm } from '../staffForm.ts';

type Amounts = 'payments' | 'refunds' | 'fee' | 'tax' | 'other' | 'net';
/** Amounts are in paise. */
export type Settlement = Omit<CamelCased<api.Settlement>, Amounts> & { readonly [Name in Amounts]: number };
type Compared<Value extends { ours: string; reported: string }> = Omit<
  CamelCased<Value>,
  'ours' | 'reported'
> & { readonly ours: number; readonly reported: number };
export type SettlementDifference = Compared<api.SettlementDifference>;
export interface Settlements {
  readonly settlements: readonly Settlement[];
  readonly differences: readonly SettlementDifference[];
  readonly more: boolean;
  readonly explained: readonly Compared<api.ExplainedDifference>[];
  readonly reports: readonly CamelCased<api.UploadedReport>[];
}

/** Promises reject with a Failure. */
interface Needs {
  readonly settlements: {
    /** `period`: two IST dates, 'from/to'. */
    settlements(period: string, signal: AbortSignal): Promise<Settlements>;
    /** Only the effect has the bytes of the file. */
    upload(file: ChosenFile): Promise<void>;
  };
}

export const settlementFlows = [
  /** The key is the period, 'from/to'. */
  resourceFlow(
    'settlements',
    { needs: ['settlements'], shows: ['settlements', 'money'] },
    ({ settlements }: Needs, period, signal) => settlements.settlements(period, signal),
  ),
  commandFlow(
    'uploadSettlementReport',
    {
      needs: ['settlements'],
      changes: ['settlements', 'money', 'audit'],
      doneToast: ({ name }) => toast('success', `${name} is matched`),
      isDoneAlready: () => false,
    },
    ({ settlements }: Needs, file: ChosenFile) => settlements.upload(file),
  ),
  staffForm({
    id: 'explainDifference',
    area: 'settlements',
    call: 'explain',
    labels: { note: 'Why it differs' },
    required: { note: 'Write why it differs: it is stored in the audit' },
    doneText: 'The difference is explained',
    record: {} as SettlementDifference,
    changes: ['settlements'],
  }),
] as const;
