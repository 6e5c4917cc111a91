import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icons/interface.tsx';
import { styled } from '../theme/styled.ts';
import { fieldLook } from './fieldLook.ts';
import { Labelled, type LabelledProps } from './Labelled.tsx';

const Box = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'block',
  '& select': {
    ...fieldLook(theme),
    appearance: 'none',
    paddingInline: '16px 44px',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
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
