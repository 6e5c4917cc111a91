import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { messages } from '../../domain/messages.ts';
import { ENQUIRY_SUBJECTS } from '../../domain/validation.ts';
import { Button } from '../controls/Button.tsx';
import { LabelledInput } from '../fields/LabelledInput.tsx';
import { LabelledSelect } from '../fields/LabelledSelect.tsx';
import { LabelledTextArea } from '../fields/LabelledTextArea.tsx';
import { AlertIcon } from '../icons/interface.tsx';
import { WithoutScripts } from '../shell/WithoutScripts.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { HiddenText } from '../theme/HiddenText.tsx';
import { Spinner } from '../theme/Spinner.tsx';
import { refusalLook } from '../theme/noticeLook.ts';
import { styled } from '../theme/styled.ts';
import { withScripts } from '../theme/withScripts.ts';
import { EnquirySent } from './EnquirySent.tsx';
import { failureText } from './failureText.ts';
import type { EnquiryFields, EnquiryVariant } from '../../machines/events/enquiry.ts';

const Place = styled('div')(({ theme }) => ({
  display: 'grid',
  padding: theme.spacing(2.5),
  borderRadius: 28,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[4],
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(4) },
  '& form': {
    display: 'grid',
    ...withScripts,
    gap: theme.spacing(2.5),
    alignItems: 'start',
    [theme.breakpoints.up('sm')]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      '& > .wide': { gridColumn: '1 / -1' },
    },
  },
  '& .submit': { width: '100%' },
  '& .said p': { ...refusalLook(theme), marginBlockEnd: theme.spacing(2.5) },
}));

const buttons = {
  enquiry: 'Enquire Now',
  contact: 'Send message',
} as const;

const summaries = (count: number): string =>
  count === 1
    ? 'Please check the field above before sending.'
    : `Please check the ${count} fields above before sending.`;

/** The home page's enquiry form, or its contact variant with a message instead of a choice (spec 2, 4 and 5). */
export function EnquiryForm({ variant, label }: { variant: EnquiryVariant; label: string }) {
  const enquiry = useFlow(variant);
  const state = useSelector(enquiry, ({ value }) => statePath(value));
  const fields = useSelector(enquiry, ({ context }) => context.fields);
  const errors = useSelector(enquiry, ({ context }) => context.errors);
  const failure = useSelector(enquiry, ({ context }) => context.failure);
  const isBusy = useSelector(enquiry, (snapshot) => snapshot.hasTag('busy'));
  const saidId = useId();

  // The form goes when it was sent and comes back for another; the focus, which was in it, goes to what stands there.
  const place = useRef<HTMLDivElement>(null);
  const wasSent = useRef(state === 'sent');
  useEffect(() => {
    if ((state === 'sent') === wasSent.current) return;
    wasSent.current = state === 'sent';
    place.current?.querySelector<HTMLElement>('h3, input')?.focus();
  }, [state]);

  const bind = (name: keyof EnquiryFields) => ({
    name,
    problem: errors[name],
    required: true,
    readOnly: isBusy,
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      enquiry.send({ type: 'enquiry.changed', field: name, value: event.target.value }),
  });
  const { readOnly: _selectsHaveNone, ...choice } = bind('enquireFor');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    enquiry.send({ type: 'enquiry.submitted' });
    const [wrong] = Object.keys(enquiry.getSnapshot().context.errors);
    const field = wrong && event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };

  const wrongCount = Object.keys(errors).length;
  return (
    <Place ref={place} role="group" aria-label={label} data-flow={variant} data-state={state}>
      <WithoutScripts what="Sending a message from here" />
      {state === 'sent' ? (
        <EnquirySent onResume={() => enquiry.send({ type: 'enquiry.resumed' })} />
      ) : (
        <form method="post" noValidate aria-busy={isBusy} onSubmit={submit}>
          <div className={variant === 'contact' ? 'wide' : ''}>
            <LabelledInput label="Name" autoComplete="name" {...bind('name')} />
          </div>
          <LabelledInput
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...bind('email')}
          />
          <LabelledInput label="Phone" type="tel" autoComplete="tel" {...bind('phone')} />
          {variant === 'enquiry' ? (
            <LabelledSelect label={messages.enquiry.lookingFor} {...choice}>
              <option value="">Choose one</option>
              {ENQUIRY_SUBJECTS.map((subject) => (
                <option key={subject}>{subject}</option>
              ))}
            </LabelledSelect>
          ) : (
            <div className="wide">
              <LabelledTextArea label="Message" rows={5} {...bind('enquireFor')} />
            </div>
          )}
          <div className="wide">
            <div className="said" id={saidId} role="status">
              {wrongCount > 0 && (
                <p>
                  <AlertIcon />
                  {summaries(wrongCount)}
                </p>
              )}
              {failure && (
                <p>
                  <AlertIcon />
                  {failureText(failure)}
                </p>
              )}
              {isBusy && <HiddenText>Sending…</HiddenText>}
            </div>
            <Button
              className="submit"
              type="submit"
              tone="accent"
              // Not disabled: that would take the focus away from who pressed it.
              aria-disabled={isBusy}
              aria-describedby={saidId}
              icon={isBusy ? <Spinner aria-hidden="true" /> : null}
            >
              {buttons[variant]}
            </Button>
          </div>
        </form>
      )}
    </Place>
  );
}
