import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import type { AccountForm } from '../account/useAccountForm.ts';
import { Section } from './Section.tsx';
import { useFocusOnChange } from '../forms/useFocusOnChange.ts';

interface Props {
  title: string;
  /** The name of its flow. */
  flow: string;
  lead: ReactNode;
  form: AccountForm;
  isOpen: boolean;
  /** The button that opens the form, the one that sends it, and the one that closes it unsent. */
  texts: { readonly open: string; readonly send: string; readonly dismiss?: string };
  /** Of the buttons that open and send it. */
  color?: ButtonProps['color'];
  /** What is shown above the form, open or not. */
  notice?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A section of the profile with a form that a button opens. The focus goes into the form and back to the button. */
export function FormSection({ title, flow, lead, form, isOpen, texts, color, notice, children }: Props) {
  const { state, isBusy, failure, formRef, submit, open, dismiss } = form;
  const place = useFocusOnChange(isOpen);
  return (
    <div ref={place}>
      <Section
        title={title}
        flow={flow}
        state={state}
        lead={lead}
        action={
          !isOpen && (
            <Button variant="outlined" color={color} size="small" onClick={open}>
              {texts.open}
            </Button>
          )
        }
      >
        {notice}
        {isOpen && (
          <form ref={formRef} method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
            <FailureAlert failure={failure} />
            {children}
            <div className="ways">
              <SubmitButton isBusy={isBusy} color={color}>
                {texts.send}
              </SubmitButton>
              <Button variant="outlined" disabled={isBusy} onClick={dismiss}>
                {texts.dismiss ?? 'Cancel'}
              </Button>
            </div>
          </form>
        )}
      </Section>
    </div>
  );
}
