import type { ComponentProps } from 'react';
import { styled } from '../theme/styled.ts';
import { fieldLook } from './fieldLook.ts';
import { Labelled, type LabelledProps } from './Labelled.tsx';

const TextArea = styled('textarea')(({ theme }) => ({
  ...fieldLook(theme),
  display: 'block',
  minHeight: '8.5rem',
  maxHeight: '24rem',
  paddingInline: 16,
  resize: 'vertical',
  // Grows with what is written, where the browser can.
  fieldSizing: 'content',
}));

/** A field for several lines of text. */
export const LabelledTextArea = ({
  label,
  icon,
  problem,
  help,
  ...area
}: LabelledProps & Omit<ComponentProps<'textarea'>, 'id'>) => (
  <Labelled label={label} icon={icon} problem={problem} help={help}>
    {(ids) => <TextArea {...area} {...ids} aria-invalid={problem !== undefined} />}
  </Labelled>
);
