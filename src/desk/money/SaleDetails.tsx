import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Person } from '../../../machines/desk/peopleFlows.ts';
import { BILLING_LIMITS } from '../../../domain/invoices/billing.ts';
import { useResource } from '../../app/system/resource.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import type { EnteredCustomer } from '../people/exports.ts';
import { FieldPair } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

interface Props {
  readonly form: Pick<BoundForm, 'bind'>;
  readonly customer: EnteredCustomer;
}

/** The company for the invoice and a note. Both are optional, so a button opens each of them. */
export function SaleDetails({ form, customer: { person } }: Props) {
  const [isCompanyOpen, setIsCompanyOpen] = useState(false);
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  return (
    <>
      {isCompanyOpen &&
        (person === null ? (
          <CompanyFields form={form} billing={undefined} />
        ) : (
          <SavedCompanyFields form={form} userId={person.id} />
        ))}
      {isNoteOpen && (
        <TextField
          label="Note for the staff"
          multiline
          minRows={2}
          maxRows={6}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field appears after a press on "Add a note"
          autoFocus
          {...form.bind('note')}
        />
      )}
      {(!isCompanyOpen || !isNoteOpen) && (
        // The text of the first one is below that of the fields.
        <ButtonRow sx={{ marginInlineStart: -1.75 }}>
          {!isCompanyOpen && (
            <Button size="small" variant="text" onClick={() => setIsCompanyOpen(true)}>
              Company and GSTIN
            </Button>
          )}
          {!isNoteOpen && (
            <Button size="small" variant="text" onClick={() => setIsNoteOpen(true)}>
              Add a note
            </Button>
          )}
        </ButtonRow>
      )}
    </>
  );
}

function SavedCompanyFields({ form, userId }: Pick<Props, 'form'> & { userId: string }) {
  const resource = useResource(useDeskFlow('person'), userId);
  // Details that are loaded again do not replace what was typed.
  return resource.data ? (
    <CompanyFields form={form} billing={resource.data.billing ?? null} />
  ) : (
    <DeskLoading resource={resource} />
  );
}

/** `billing`: the saved details; null for none, undefined when they are not known. */
function CompanyFields({
  form: { bind },
  billing,
}: Pick<Props, 'form'> & { billing: Person['billing'] | undefined }) {
  const { helperText: gstinError, ...gstin } = bind('gstin');
  return (
    <>
      {billing !== undefined && <input type="hidden" name="replacesBilling" value="true" />}
      <Typography>
        {billing === undefined
          ? 'They are on the invoice of this sale and on later invoices of the customer. What is left empty stays as it is saved.'
          : 'They are on the invoice of this sale and on later invoices of the customer.'}
      </Typography>
      <FieldPair>
        <TextField
          label="Company"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the fields appear after a press on "Company and GSTIN"
          autoFocus
          defaultValue={billing?.companyName ?? ''}
          slotProps={{ htmlInput: { maxLength: BILLING_LIMITS.companyName } }}
          {...bind('companyName')}
        />
        <TextField
          label="GSTIN"
          defaultValue={billing?.gstin ?? ''}
          helperText={gstinError ?? '15 letters and digits'}
          slotProps={{ htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } }}
          {...gstin}
        />
      </FieldPair>
      <TextField
        label="Address"
        multiline
        minRows={2}
        maxRows={6}
        defaultValue={billing?.address ?? ''}
        slotProps={{ htmlInput: { maxLength: BILLING_LIMITS.address } }}
        {...bind('address')}
      />
    </>
  );
}
