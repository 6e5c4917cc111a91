import Card from '@mui/material/Card';
import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useRef } from 'react';
import { messages } from '../../../domain/text/messages.ts';
import { ENQUIRY_SUBJECTS } from '../../../domain/content/enquiry.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { optionalFieldProps } from '../../ui/fields/optionalFieldProps.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { WithoutScripts } from '../../app/loading/WithoutScripts.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { EnquirySent } from './EnquirySent.tsx';
import { failureText } from './failureText.ts';
import type { EnquiryFields, EnquiryVariant } from '../../../machines/content/enquiry/fields.ts';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

const FormCard = styled(Card)(({ theme }) => ({
  display: 'grid',
  padding: theme.spacing(2.5),
  borderRadius: 28,
  boxShadow: theme.vars.shadows[4],
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(4) },
}));

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  ...hiddenWithoutScripts,
  gap: theme.spacing(2.5),
  alignItems: 'start',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

const WholeRow = styled('div')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { gridColumn: '1 / -1' } }));

const buttonLabels = {
  enquiry: 'Enquire Now',
  contact: 'Send message',
} as const;

const errorSummary = (count: number): string =>
  count === 1
    ? 'Please check the field above before sending.'
    : `Please check the ${count} fields above before sending.`;

/** The contact variant has a message instead of a select (spec 2, 4 and 5). */
export function EnquiryForm({ variant, label }: { variant: EnquiryVariant; label: string }) {
  const { state, isBusy, errors, failure, formRef, submit, open, bindKept, filledHandlers } = useForm(
    useFlow(variant, lazyFlows.enquiry),
  );
  const statusId = useId();

  // After sending, a text replaces the form, and the form returns for another enquiry. The focus moves to the new content.
  const container = useRef<HTMLDivElement>(null);
  useAfterChange(state === 'done', () => container.current?.querySelector<HTMLElement>('h3, input')?.focus());

  const bind = (name: keyof EnquiryFields) => ({ ...bindKept(name), required: true });
  const input = { readOnly: isBusy };
  const NameRow = variant === 'contact' ? WholeRow : 'div';

  const errorCount = Object.keys(errors).length;
  return (
    <FormCard ref={container} role="group" aria-label={label} data-flow={variant} data-state={state}>
      <WithoutScripts feature="Sending a message from here" />
      {state === 'done' ? (
        <EnquirySent onResume={open} />
      ) : (
        <Form ref={formRef} method="post" noValidate aria-busy={isBusy} {...filledHandlers} onSubmit={submit}>
          <NameRow>
            <TextField label="Name" autoComplete="name" slotProps={{ input }} {...bind('name')} />
          </NameRow>
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            slotProps={{
              input,
              htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
            }}
            {...bind('email')}
          />
          <TextField label="Phone" type="tel" autoComplete="tel" slotProps={{ input }} {...bind('phone')} />
          {variant === 'enquiry' ? (
            <TextField
              select
              label={messages.enquiry.lookingFor}
              slotProps={{ input, select: { displayEmpty: true } }}
              {...bind('enquireFor')}
            >
              <MenuItem value="">Choose one</MenuItem>
              {ENQUIRY_SUBJECTS.map((subject) => (
                <MenuItem key={subject} value={subject}>
                  {subject}
                </MenuItem>
              ))}
            </TextField>
          ) : (
            <WholeRow>
              <TextField
                label="Message"
                multiline
                minRows={5}
                maxRows={14}
                slotProps={{ input }}
                {...bind('enquireFor')}
              />
            </WholeRow>
          )}
          {variant === 'enquiry' && (
            <>
              <TextField
                label="Date"
                placeholder="DD/MM/YYYY"
                autoComplete="off"
                slotProps={{ input, inputLabel: optionalFieldProps, htmlInput: { inputMode: 'numeric' } }}
                {...bind('date')}
                required={false}
              />
              <TextField
                label="People"
                autoComplete="off"
                slotProps={{ input, inputLabel: optionalFieldProps, htmlInput: { inputMode: 'numeric' } }}
                {...bind('people')}
                required={false}
              />
              <WholeRow>
                <TextField
                  label="Anything else"
                  multiline
                  minRows={2}
                  maxRows={10}
                  slotProps={{ input, inputLabel: optionalFieldProps }}
                  {...bind('message')}
                  required={false}
                />
              </WholeRow>
            </>
          )}
          <WholeRow>
            <div id={statusId} role="status">
              {errorCount > 0 && (
                <Alert severity="error" role="none" sx={{ marginBlockEnd: 2.5 }}>
                  {errorSummary(errorCount)}
                </Alert>
              )}
              {failure && (
                <Alert severity="error" role="none" sx={{ marginBlockEnd: 2.5 }}>
                  {failureText(failure)}
                </Alert>
              )}
              {isBusy && <VisuallyHidden>Sending…</VisuallyHidden>}
            </div>
            <SubmitButton fullWidth color="secondary" isBusy={isBusy} aria-describedby={statusId}>
              {buttonLabels[variant]}
            </SubmitButton>
          </WholeRow>
        </Form>
      )}
    </FormCard>
  );
}
