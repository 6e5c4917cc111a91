import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { MemberDetails } from '../../../machines/account/member.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { BUSINESS_TYPES } from '../../../domain/account/registration.ts';
import { detailLabels } from '../../../machines/account/accountFlows.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { useInvoiceNameNote } from '../../ui/fields/useInvoiceNameNote.ts';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { BOTH_COLUMNS, Section, SectionForm } from '../../ui/layout/Section.tsx';

interface Props {
  member: MemberDetails;
  /** Formatted for people. */
  phone: string;
  form: BoundForm;
}

export function EditDetails({ member, phone, form }: Props) {
  const { state, isBusy, failure, formRef, bind, submit, dismiss } = form;
  const [firstName, setFirstName] = useState(member.firstName);
  const [lastName, setLastName] = useState(member.lastName);
  const nameNote = useInvoiceNameNote(`${firstName} ${lastName}`);
  const input = { readOnly: isBusy };
  const { helperText: nameError, ...firstNameField } = bind('firstName');
  /** Returns the change handler of a field whose text is also shown to the note. */
  const passTo =
    (set: (text: string) => void, onChange: () => void) =>
    ({ target }: { target: { value: string } }) => {
      set(target.value);
      onChange();
    };
  return (
    <Section title="Your details" flow="details" state={state}>
      <SectionForm ref={formRef} pairs method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
        <FailureAlert failure={failure} sx={{ gridColumn: BOTH_COLUMNS }} />
        <TextField
          label={detailLabels.firstName}
          required
          autoComplete="given-name"
          defaultValue={member.firstName}
          slotProps={{ input }}
          {...firstNameField}
          helperText={nameError ?? nameNote}
          onChange={passTo(setFirstName, firstNameField.onChange)}
        />
        <TextField
          label={detailLabels.lastName}
          autoComplete="family-name"
          defaultValue={member.lastName}
          slotProps={{ input, inputLabel: optionalFieldProps }}
          {...bind('lastName')}
          onChange={passTo(setLastName, bind('lastName').onChange)}
        />
        <Box sx={{ gridColumn: BOTH_COLUMNS }}>
          <TextField
            label={detailLabels.phone}
            type="tel"
            required
            autoComplete="tel"
            defaultValue={phone}
            slotProps={{ input, htmlInput: { inputMode: 'tel' } }}
            {...bind('phone')}
          />
        </Box>
        <TextField
          label={detailLabels.companyName}
          autoComplete="organization"
          defaultValue={member.companyName}
          slotProps={{ input, inputLabel: optionalFieldProps }}
          {...bind('companyName')}
        />
        <TextField
          select
          label={detailLabels.businessType}
          defaultValue={member.businessType}
          slotProps={{ input, inputLabel: optionalFieldProps, select: { displayEmpty: true } }}
          {...bind('businessType')}
        >
          <MenuItem value="">Not Mentioned</MenuItem>
          {BUSINESS_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {capitalised(type)}
            </MenuItem>
          ))}
        </TextField>
        <Box sx={{ gridColumn: BOTH_COLUMNS }}>
          <TextField
            label={detailLabels.website}
            autoComplete="url"
            defaultValue={member.website}
            slotProps={{
              input,
              inputLabel: optionalFieldProps,
              htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
            }}
            {...bind('website')}
          />
        </Box>
        <ButtonRow sx={{ gridColumn: BOTH_COLUMNS }}>
          <SubmitButton isBusy={isBusy}>Save</SubmitButton>
          <Button variant="outlined" aria-disabled={isBusy} onClick={dismiss}>
            Cancel
          </Button>
        </ButtonRow>
      </SectionForm>
    </Section>
  );
}
