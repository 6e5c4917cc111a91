import TextField from '@mui/material/TextField';
import { limitsRecord, type RefundLimits } from '../../../machines/desk/money/moneyFlows.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';

/** The owner's settings of refunds. */
export function RefundLimitsPanel() {
  const resource = useResource(useDeskFlow('refundLimits'), 'now');
  return (
    <Panel title="Limits of refunds">
      <DeskLoading resource={resource} />
      {resource.data && <LimitsForm limits={resource.data} />}
    </Panel>
  );
}

function LimitsForm({ limits }: { limits: RefundLimits }) {
  const loaded = limitsRecord(limits);
  const form = useForm(useDeskFlow('saveRefundLimits'), { record: loaded });
  const record = form.record ?? loaded;
  const field = (name: 'staff' | 'manager', label: string) => (
    <TextField
      label={label}
      required
      defaultValue={amountField({ with: 'card', amount: record[name] })}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      {...form.bind(name)}
    />
  );
  return (
    <>
      <Note>
        Up to these amounts of a booking, in rupees, a person refunds alone without cancelling. A refund above
        the limit waits until somebody with a higher limit confirms it. Owners have no limit.
      </Note>
      <EditForm form={form} record={record} onReload={form.reload} canOverwrite submitLabel="Save the limits">
        <FieldPair>
          {field('staff', 'Staff')}
          {field('manager', 'Managers')}
        </FieldPair>
      </EditForm>
    </>
  );
}
