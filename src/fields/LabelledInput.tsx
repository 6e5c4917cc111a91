import { FramedInput, type FramedInputProps } from './FramedInput.tsx';
import { Labelled, type LabelledProps } from './Labelled.tsx';

/** A field for a line of text, a number or a date. */
export const LabelledInput = ({
  label,
  icon,
  problem,
  help,
  isOptional,
  ...input
}: LabelledProps & Omit<FramedInputProps, 'id' | 'isWrong'>) => (
  <Labelled label={label} icon={icon} problem={problem} help={help} {...(isOptional ? { isOptional } : {})}>
    {(ids) => <FramedInput {...input} {...ids} isWrong={problem !== undefined} />}
  </Labelled>
);
