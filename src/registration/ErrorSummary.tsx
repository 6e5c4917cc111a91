import { useEffect, useId, useRef } from 'react';
import {
  fieldNames,
  type RegistrationField,
  type RegistrationErrors,
  type RegistrationSummary,
} from '../../machines/registrationForm.ts';
import { AlertIcon, CheckIcon } from '../icons/interface.tsx';
import { HiddenText } from '../theme/HiddenText.tsx';
import { errorBorder } from '../theme/noticeLook.ts';
import { styled } from '../theme/styled.ts';

const Panel = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: theme.spacing(0.5, 1.25),
  padding: theme.spacing(1.75, 2),
  borderRadius: 16,
  border: errorBorder(theme),
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.error.main} 6%, transparent)`,
  fontSize: theme.typography.body2.fontSize,
  '& > svg': { marginBlockStart: 2, fontSize: '1.25rem', color: theme.vars.palette.error.main },
  '& h2': {
    margin: 0,
    fontSize: theme.typography.body1.fontSize,
    fontWeight: 650,
    lineHeight: 1.5,
    color: theme.vars.palette.error.main,
  },
  '& p, & ul': { gridColumn: 2, margin: 0 },
  '& ul': { padding: 0, listStyle: 'none' },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.75),
    minHeight: 32,
    padding: 0,
    border: 0,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    textDecoration: 'underline',
    textUnderlineOffset: 3,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: 44 },
    '&:hover': { textDecorationThickness: 2 },
  },
  '& .mended button': { color: theme.vars.palette.text.secondary, textDecoration: 'none' },
}));

interface Props {
  summary: RegistrationSummary;
  /** What is still wrong; what was mended since is shown as such, for the form not to jump while one types. */
  errors: RegistrationErrors;
  onChosen: (field: RegistrationField) => void;
}

/** Why NEXT or SUBMIT did not get through: takes the focus, and leads to each field concerned. */
export function ErrorSummary({ summary, errors, onChosen }: Props) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const focusedFor = useRef<RegistrationSummary | null>(null);

  useEffect(() => {
    if (focusedFor.current === summary) return;
    focusedFor.current = summary;
    panel.current?.focus();
  }, [summary]);

  // In the order in which the fields stand on the page.
  const listed = (Object.keys(fieldNames) as RegistrationField[]).filter((field) => summary.errors[field]);

  // What the title says of one field, each field says of itself.
  const isTold = listed.some((field) => summary.errors[field] === summary.title);

  return (
    <Panel ref={panel} tabIndex={-1} aria-labelledby={titleId}>
      <AlertIcon />
      <h2 id={titleId}>{summary.title}</h2>
      {summary.reason && <p>{summary.reason}</p>}
      {listed.length > 0 && (
        <ul>
          {listed.map((field) => (
            <li key={field} {...(errors[field] ? {} : { className: 'mended' })}>
              <button type="button" onClick={() => onChosen(field)}>
                {!errors[field] && <CheckIcon />}
                {isTold ? fieldNames[field] : summary.errors[field]}
                {!errors[field] && <HiddenText>, changed since</HiddenText>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
