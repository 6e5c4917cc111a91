import { styled } from '@mui/material/styles';
import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icons/interface.tsx';
import { Labelled, type LabelledProps } from './Labelled.tsx';

const Box = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'block',
  '& select': {
    appearance: 'none',
    width: '100%',
    minHeight: 52,
    margin: 0,
    paddingBlock: 12,
    paddingInline: '16px 44px',
    borderRadius: 14,
    border: `1px solid ${theme.vars.palette.outline}`,
    backgroundColor: theme.vars.palette.background.paper,
    color: 'inherit',
    colorScheme: 'light dark',
    font: 'inherit',
    lineHeight: 1.5,
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    transition: 'box-shadow 160ms',
    '&:hover': { borderColor: theme.vars.palette.primary.main },
    '&:focus-visible': {
      outline: `2px solid ${theme.vars.palette.primary.main}`,
      outlineOffset: -2,
      boxShadow: `0 0 0 4px ${theme.vars.palette.tint}`,
    },
    '&[aria-invalid="true"]': { borderColor: theme.vars.palette.error.main },
    '& option': { backgroundColor: theme.vars.palette.background.paper },
  },
  '& svg': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineEnd: 14,
    marginBlock: 'auto',
    fontSize: '1.25rem',
    pointerEvents: 'none',
  },
}));

/** A field whose value is one of a few; the browser's own list, which phones show best. */
export const LabelledSelect = ({
  label,
  icon,
  problem,
  help,
  isOptional,
  ...select
}: LabelledProps & Omit<ComponentProps<'select'>, 'id'>) => (
  <Labelled label={label} icon={icon} problem={problem} help={help} {...(isOptional ? { isOptional } : {})}>
    {(ids) => (
      <Box>
        <select {...select} {...ids} aria-invalid={problem !== undefined} />
        <ChevronDownIcon />
      </Box>
    )}
  </Labelled>
);
