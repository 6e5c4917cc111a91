import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { amountField } from '../../../domain/money/amounts.ts';
import type { Company } from '../../../machines/desk/money/companyFlows.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { FieldPair } from '../ui/contentParts.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';

/** The details of a company; null for a new one. */
export function CompanyDialog({ form, company }: { form: BoundForm; company: Company | null }) {
  const { bind, isBusy } = form;
  const number = { htmlInput: { inputMode: 'decimal', autoComplete: 'off' } } as const;
  return (
    <DeskFormDialog
      title={company ? company.name : 'Add a company'}
      form={form}
      hiddenFields={{ id: company?.id ?? '', version: company?.version ?? 0 }}
      submitLabel="Save"
    >
      <TextField label="Name on the invoice" required defaultValue={company?.name ?? ''} {...bind('name')} />
      <TextField label="Address" required defaultValue={company?.address ?? ''} {...bind('address')} />
      <TextField label="GSTIN" defaultValue={company?.gstin ?? ''} {...bind('gstin')} />
      <TextField
        label="Email for the invoices"
        required
        type="email"
        defaultValue={company?.email ?? ''}
        {...bind('email')}
      />
      <TextField
        select
        label="Special economic zone"
        name="sez"
        defaultValue={company?.sez === true ? '1' : '0'}
        disabled={isBusy}
      >
        <MenuItem value="0">No</MenuItem>
        <MenuItem value="1">Yes: its invoices have IGST</MenuItem>
      </TextField>
      <FieldPair>
        <TextField
          label="Limit, in rupees"
          required
          defaultValue={company ? amountField({ with: 'card', amount: company.limit }) : ''}
          slotProps={number}
          {...bind('limit')}
        />
        <TextField
          label="Days to pay"
          required
          defaultValue={company?.termDays ?? 30}
          slotProps={number}
          {...bind('termDays')}
        />
      </FieldPair>
      {company && (
        <TextField
          select
          label="Account"
          name="closed"
          defaultValue={company.closed ? '1' : '0'}
          disabled={isBusy}
          helperText="A closed account takes no more bookings. What is open stays open."
        >
          <MenuItem value="0">Open</MenuItem>
          <MenuItem value="1">Closed</MenuItem>
        </TextField>
      )}
    </DeskFormDialog>
  );
}
