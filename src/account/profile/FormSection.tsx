import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { Section, SectionForm } from '../../ui/layout/Section.tsx';
import { useFocusOnChange } from '../../ui/fields/useFocusOnChange.ts';

interface Props {
  title: string;
  flow: string;
  lead: ReactNode;
  form: BoundForm;
  isOpen: boolean;
  labels: { readonly open: string; readonly send: string; readonly dismiss?: string };
  /** For the buttons that open and submit the form. */
  color?: ButtonProps['color'];
  /** Shown above the form, also while the form is closed. */
  notice?: ReactNode;
  children: ReactNode;
}

/** A button opens the form. The focus moves into the form and back to the button. */
export function FormSection({ title, flow, lead, form, isOpen, labels, color, notice, children }: Props) {
  const { state, isBusy, failure, formRef, submit, open, dismiss } = form;
  const container = useFocusOnChange(isOpen);
  return (
    <div ref={container}>
      <Section
        title={title}
        flow={flow}
        state={state}
        lead={lead}
        action={
          !isOpen && (
            <Button variant="outlined" color={color} size="small" onClick={() => open()}>
              <span>{labels.open}</span>
            </Button>
          )
        }
      >
        {notice}
        {isOpen && (
          <SectionForm ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
            <FailureAlert failure={failure} />
            {children}
            <ButtonRow>
              <SubmitButton isBusy={isBusy} color={color}>
                {labels.send}
              </SubmitButton>
              <Button variant="outlined" aria-disabled={isBusy} onClick={dismiss}>
                <span>{labels.dismiss ?? 'Cancel'}</span>
              </Button>
            </ButtonRow>
          </SectionForm>
        )}
      </Section>
    </div>
  );
}
