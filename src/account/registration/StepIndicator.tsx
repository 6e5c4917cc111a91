import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { styled, type SxProps, type Theme } from '@mui/material/styles';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

const FormStep = styled(Step)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  padding: theme.spacing(1.75, 0, 0),
  borderBlockStart: `3px solid ${theme.vars.palette.line}`,
  transition: 'border-color 160ms',
  '&.Mui-completed, &[aria-current]': { borderColor: theme.vars.palette.primary.main },
}));

const FormStepLabel = styled(StepLabel)({
  padding: 0,
  // The longest word must fit in half the width of the smallest phone.
  '& .MuiStepLabel-iconContainer': { paddingInlineEnd: 'clamp(6px, 10vw - 26px, 10px)' },
});

const stepIcon: SxProps<Theme> = {
  fontSize: '2rem',
  color: 'taken',
  '&.Mui-active, &.Mui-completed': { color: 'primary.main' },
  '& .MuiStepIcon-text': { fontWeight: 650, fill: (theme) => theme.vars.palette.text.primary },
  '&.Mui-active .MuiStepIcon-text': { fill: (theme) => theme.vars.palette.primary.contrastText },
};

const stepName: SxProps<Theme> = (theme) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: `clamp(${theme.typography.caption.fontSize}, 5vw - 0.1875rem, ${theme.typography.body2.fontSize})`,
  fontWeight: 550,
  lineHeight: 1.25,
  '&.Mui-active, &.Mui-completed': { fontWeight: 550 },
  '&.Mui-active': { color: theme.vars.palette.text.primary, fontWeight: 650 },
});

interface Props {
  steps: readonly { readonly name: string; readonly isComplete: boolean }[];
  /** Starts at 1. */
  current: number;
}

/** Spec 2. */
export const StepIndicator = ({ steps, current }: Props) => (
  <Stepper aria-label="Steps" activeStep={current - 1} nonLinear connector={null} sx={{ gap: 1.5 }}>
    {steps.map(({ name, isComplete }, i) => (
      <FormStep key={name} completed={isComplete} {...(i + 1 === current ? { 'aria-current': 'step' } : {})}>
        <FormStepLabel slotProps={{ stepIcon: { sx: stepIcon }, label: { sx: stepName } }}>
          <VisuallyHidden>{`Step ${i + 1}: `}</VisuallyHidden>
          <span>{name}</span>
          {isComplete && <VisuallyHidden>, filled in</VisuallyHidden>}
        </FormStepLabel>
      </FormStep>
    ))}
  </Stepper>
);
