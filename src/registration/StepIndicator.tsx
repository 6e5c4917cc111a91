import { CheckIcon } from '../icons/interface.tsx';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.25),
    paddingBlockStart: theme.spacing(1.75),
    borderBlockStart: `3px solid ${theme.vars.palette.line}`,
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 550,
    lineHeight: 1.25,
    transition: 'border-color 160ms',
  },
  // On the smallest phones the longest word would stand out of its half.
  [theme.breakpoints.down(22.5)]: {
    '& li': { gap: theme.spacing(0.75), fontSize: theme.typography.caption.fontSize },
  },
  '& li[aria-current]': {
    borderColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.text.primary,
    fontWeight: 650,
  },
  '& li.done': { borderColor: theme.vars.palette.primary.main },
  '& .sign': {
    display: 'grid',
    flex: 'none',
    placeItems: 'center',
    width: 32,
    height: 32,
    borderRadius: '50%',
    border: `1.5px solid ${theme.vars.palette.outline}`,
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
  },
  '& [aria-current] .sign': {
    borderColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.main,
  },
  '& .done .sign': {
    borderColor: 'transparent',
    backgroundColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.contrastText,
    fontSize: '1.25rem',
  },
}));

interface Props {
  steps: readonly { readonly name: string; readonly isDone: boolean }[];
  /** 1 for the first. */
  current: number;
}

/** Where one is in a form of several steps; what is right already has a checkmark (spec 2). */
export const StepIndicator = ({ steps, current }: Props) => (
  <List aria-label="Steps">
    {steps.map(({ name, isDone }, i) => (
      <li
        key={name}
        {...(isDone ? { className: 'done' } : {})}
        {...(i + 1 === current ? { 'aria-current': 'step' } : {})}
      >
        <span className="sign" aria-hidden="true">
          {isDone ? <CheckIcon /> : i + 1}
        </span>
        <span>
          <VisuallyHidden>{`Step ${i + 1}: `}</VisuallyHidden>
          {name}
          {isDone && <VisuallyHidden>, filled in</VisuallyHidden>}
        </span>
      </li>
    ))}
  </List>
);
