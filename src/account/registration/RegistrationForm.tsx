import CircularProgress from '@mui/material/CircularProgress';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { type MouseEvent, useRef } from 'react';
import { messages } from '../../../domain/text/messages.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import {
  arePasswordsValid,
  firstError,
  isOrganisationField,
  isPersonalValid,
  type RegistrationField,
  summaryOfStep,
} from '../../../machines/account/registration/form.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { readFilled } from '../../ui/fields/filledFields.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { WithoutScripts } from '../../app/loading/WithoutScripts.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { enteredPasswords } from './enteredPasswords.ts';
import { OrganisationStep } from './OrganisationStep.tsx';
import { PersonalStep } from './PersonalStep.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { StepIndicator } from './StepIndicator.tsx';
import { useStepFields } from './useStepFields.ts';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  ...hiddenWithoutScripts,
}));

const MAIN_BUTTON = { minHeight: 52, flex: '1 1 8rem' } as const;

export function RegistrationForm() {
  const registration = useFlow('registration', lazyFlows.registration);
  const state = useSelector(registration, ({ value }) => statePath(value));
  const step = useSelector(registration, (snapshot) => (snapshot.matches('account') ? 2 : 1));
  const isBusy = useSelector(registration, (snapshot) => snapshot.hasTag('busy'));
  const isPersonalComplete = useSelector(registration, ({ context }) => isPersonalValid(context));
  const isOrganisationComplete = useSelector(registration, ({ context }) =>
    arePasswordsValid(context.passwords),
  );
  const summary = useSelector(registration, ({ context }) => summaryOfStep(context.summary, step));
  const { errors } = useStepFields();

  const form = useRef<HTMLFormElement>(null);
  const personalHeading = useRef<HTMLHeadingElement>(null);
  const organisationHeading = useRef<HTMLHeadingElement>(null);
  /** A field of the other step that was chosen in the error summary. */
  const chosenField = useRef<RegistrationField | null>(null);

  // A step that is opened focuses the chosen field, else its first error, else its heading.
  useAfterChange(step, () => {
    const field = chosenField.current ?? firstError(errors, step);
    chosenField.current = null;
    if (field) focusField(form.current, field);
    else (step === 1 ? personalHeading : organisationHeading).current?.focus();
  });

  const focusChosen = (field: RegistrationField) => {
    if (isOrganisationField(field) === (step === 2)) {
      focusField(form.current, field);
      return;
    }
    chosenField.current = field;
    registration.send({ type: 'registration.backPressed' });
  };

  const filled = readFilled(
    () => registration.getSnapshot().context.fields,
    (field) => registration.send({ type: 'registration.changed', ...field }),
    (entered) => {
      if (step === 1) {
        registration.send({ type: 'registration.nextPressed' });
        return;
      }
      const { password, passwords } = enteredPasswords(entered);
      // Password managers may fill the inputs without an event.
      registration.send({ type: 'registration.passwordsTyped', passwords });
      registration.send({ type: 'registration.submitted', password: new Redacted(password) });
    },
  );
  /** The second click of a double click on NEXT must not press the button that replaces it. */
  const ignoreSecondClick = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  return (
    <>
      <WithoutScripts feature="Joining" />
      <Form
        ref={form}
        method="post"
        noValidate
        aria-label="Join us"
        aria-busy={isBusy}
        data-flow="registration"
        data-state={state}
        {...filled.handlers}
        onSubmit={filled.submit}
      >
        <StepIndicator
          current={step}
          steps={[
            { name: messages.registration.personalDetails, isComplete: isPersonalComplete },
            { name: messages.registration.organisationDetails, isComplete: isOrganisationComplete },
          ]}
        />
        {summary && <ErrorSummary summary={summary} errors={errors} onChosen={focusChosen} />}
        <PersonalStep isShown={step === 1} headingRef={personalHeading} />
        <OrganisationStep isShown={step === 2} headingRef={organisationHeading} />
        {step === 1 ? (
          <ButtonRow sx={{ marginBlockStart: 0.5 }} key="personal" onClickCapture={ignoreSecondClick}>
            {/* The flow ignores a press while the phone number is checked. */}
            <Button
              type="submit"
              sx={MAIN_BUTTON}
              startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : null}
              endIcon={<ArrowRightIcon />}
            >
              <span>NEXT</span>
            </Button>
          </ButtonRow>
        ) : (
          <ButtonRow sx={{ marginBlockStart: 0.5 }} key="organisation" onClickCapture={ignoreSecondClick}>
            <Button
              variant="outlined"
              sx={{ minHeight: 52 }}
              aria-disabled={isBusy}
              startIcon={<ArrowLeftIcon />}
              onClick={() => registration.send({ type: 'registration.backPressed' })}
            >
              BACK
            </Button>
            <SubmitButton isBusy={isBusy} sx={MAIN_BUTTON}>
              SUBMIT
            </SubmitButton>
          </ButtonRow>
        )}
      </Form>
    </>
  );
}
