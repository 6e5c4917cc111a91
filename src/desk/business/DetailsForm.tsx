import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { DeskBusiness } from '../../../machines/desk/businessFlows.ts';
import { NETWORKS } from '../../../domain/content/business.ts';
import { detailsRecord } from '../../../machines/desk/businessFlows.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { FieldGroup, FieldPair, Legend, Note } from '../ui/contentParts.ts';

interface FieldProps {
  readonly form: BoundForm;
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

function Field({ form, name, label, value, hint, isOptional = false }: FieldProps) {
  const { helperText = hint, ...bound } = form.bind(name);
  return (
    <TextField
      label={label}
      required={!isOptional}
      defaultValue={value ?? ''}
      {...bound}
      helperText={helperText}
    />
  );
}

/** Everything public names these details. */
export function DetailsForm({ business }: { business: DeskBusiness }) {
  const loaded = detailsRecord(business);
  const form = useForm(useDeskFlow('saveBusiness'), { record: loaded });
  const record = form.record ?? loaded;
  return (
    <Panel title="The business">
      <Note>
        The footer, the contact page, the terms, emails, calendar entries and new invoices show these details.
        Issued invoices keep theirs.
      </Note>
      <EditForm
        form={form}
        record={record}
        onReload={form.reload}
        canOverwrite
        submitLabel="Save the details"
      >
        <Field
          form={form}
          name="name"
          label="Legal name"
          value={record.name}
          hint="As it is registered for GST"
        />
        <Field form={form} name="address" label="Address" value={record.address} />
        <FieldPair>
          <Field form={form} name="gstin" label="GSTIN" value={record.gstin} />
          <Field form={form} name="phone" label="Phone" value={record.phone} />
          <Field form={form} name="email" label="Email address" value={record.email} />
        </FieldPair>
        <FieldGroup sx={{ display: 'grid', gap: 2 }}>
          <Legend sx={{ marginBlockStart: 1, marginBlockEnd: 1.5 }}>Links</Legend>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))',
            }}
          >
            <Field form={form} name="map" label="Map link" value={record.map} isOptional />
            <Field form={form} name="whatsapp" label="WhatsApp number" value={record.whatsapp} isOptional />
            {NETWORKS.map((network) => (
              <Field
                key={network}
                form={form}
                name={network}
                label={`${network} page`}
                value={record.social[network]}
                isOptional
              />
            ))}
          </Box>
        </FieldGroup>
      </EditForm>
    </Panel>
  );
}
