import { type ReactNode, useId } from 'react';
import { styled } from '../theme/styled.ts';

const Field = styled('div')({ position: 'relative', display: 'flex', flexDirection: 'column', minWidth: 0 });

const Below = styled('div')(({ theme }) => ({
  margin: '3px 2px 0',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  lineHeight: 1.4,
  '&[data-wrong]': { color: theme.vars.palette.error.main },
}));

const Label = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  marginBlockEnd: theme.spacing(0.75),
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 650,
  '& svg': { fontSize: '1.125rem', color: theme.vars.palette.primary.main },
}));

/** At the end of the label's line, and no part of the field's name. */
const Optional = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

/** What ties an input to its label and to the words below it. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby'?: string;
}

export interface LabelledProps {
  readonly label: string;
  readonly icon?: ReactNode;
  /** What is wrong with what was entered; shown in the field's place of help. */
  readonly problem?: ReactNode;
  readonly help?: ReactNode;
  /** Said where most fields of a form have to be filled in. */
  readonly isOptional?: boolean;
}

/** A field: its name above, itself, and below what is wrong with it or what helps to fill it in. */
export function Labelled({
  label,
  icon,
  problem,
  help,
  isOptional = false,
  children,
}: LabelledProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const below = problem ?? help;
  const belowId = `${id}-help`;
  return (
    <Field>
      <Label htmlFor={id}>
        {icon}
        {label}
      </Label>
      {isOptional && <Optional aria-hidden="true">Optional</Optional>}
      {children({ id, ...(below ? { 'aria-describedby': belowId } : {}) })}
      {below && (
        <Below id={belowId} data-wrong={problem === undefined ? undefined : ''}>
          {below}
        </Below>
      )}
    </Field>
  );
}
