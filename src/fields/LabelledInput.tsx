import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Labelled, type LabelledProps } from './Labelled.tsx';

/** A field for a line of text, a number or a date. */
export const LabelledInput = ({
  label,
  icon,
  problem,
  help,
  isOptional,
  ...input
}: LabelledProps & Omit<OutlinedInputProps, 'label' | 'id'>) => (
  <Labelled label={label} icon={icon} problem={problem} help={help} {...(isOptional ? { isOptional } : {})}>
    {({ id, ...described }) => (
      <OutlinedInput
        {...input}
        id={id}
        slotProps={{ ...input.slotProps, input: { ...described, ...input.slotProps?.input } }}
      />
    )}
  </Labelled>
);
