import type * as api from '../../../contract/desk/money/till.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';
import { parseCounted } from '../../../domain/money/till.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';
import type { FormEntry } from '../../engine/form/form.ts';
import type { FormErrors } from '../../engine/form/formErrors.ts';
import { staffForm } from '../staffForm.ts';

type InPaise<Value> = { readonly [Name in keyof CamelCased<Value>]: number };
/** Amounts are in paise. */
export type Till = Omit<CamelCased<api.Till>, 'cash' | 'upi' | 'entries'> & {
  readonly cash: InPaise<api.TillSums>;
  readonly upi: InPaise<api.TillSums>;
  readonly entries: readonly (Omit<CamelCased<api.TillEntry>, 'amount'> & { readonly amount: number })[];
};
export type TillClose = Omit<CamelCased<api.TillClose>, 'cash' | 'upi'> & {
  readonly cash: InPaise<api.TillClose['cash']>;
  readonly upi: InPaise<api.TillClose['upi']>;
};
export interface Tills {
  readonly tills: readonly Till[];
  readonly closes: readonly TillClose[];
}

/** Promises reject with a Failure. */
interface Needs {
  readonly till: {
    tills(signal: AbortSignal): Promise<Tills>;
  };
}

const NO_AMOUNT = 'Enter rupees with at most two decimals, 0 for none';

/** The expected sums of the entry are in paise. */
function validateCount({ cash = '', upi = '', cashExpected, upiExpected, note = '' }: FormEntry): FormErrors {
  const counted = [parseCounted(cash), parseCounted(upi)];
  const differs = counted[0] !== Number(cashExpected) || counted[1] !== Number(upiExpected);
  return {
    ...(counted[0] === null && { cash: NO_AMOUNT }),
    ...(counted[1] === null && { upi: NO_AMOUNT }),
    ...(differs && !counted.includes(null) && note.trim() === '' && { note: 'Write why the count differs' }),
  };
}

export const tillFlows = [
  resourceFlow('tills', { needs: ['till'], shows: ['money', 'tills'] }, ({ till }: Needs, _key, signal) =>
    till.tills(signal),
  ),
  staffForm({
    id: 'closeTill',
    area: 'till',
    call: 'close',
    labels: { cash: 'Cash counted', upi: 'UPI counted', note: 'Why it differs' },
    validate: validateCount,
    doneText: 'The count is signed off',
    record: {} as Till,
    changes: ['tills'],
  }),
] as const;
