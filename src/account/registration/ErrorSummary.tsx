import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect, useId, useRef } from 'react';
import {
  fieldLabels,
  fieldOrder,
  type RegistrationField,
  type RegistrationErrors,
  type RegistrationSummary,
} from '../../../machines/account/registration/form.ts';
import { CheckIcon } from '../../ui/icons/pages.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';

const Fields = styled('ul')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 0),
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.primary,
  fontWeight: 450,
}));

const FieldLink = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  minHeight: 32,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  textUnderlineOffset: 3,
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { textDecorationThickness: 2 },
  '&[data-corrected]': { color: theme.vars.palette.text.secondary, textDecoration: 'none' },
})) as typeof Link;

interface Props {
  summary: RegistrationSummary;
  /** The remaining errors. A corrected field stays in the list, so that the form does not move while the visitor types. */
  errors: RegistrationErrors;
  onChosen: (field: RegistrationField) => void;
}

/** Why NEXT or SUBMIT was rejected. It takes the focus and links to each invalid field. */
export function ErrorSummary({ summary, errors, onChosen }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const focusedFor = useRef<RegistrationSummary | null>(null);

  useEffect(() => {
    if (focusedFor.current === summary) return;
    focusedFor.current = summary;
    panel.current?.focus();
  }, [summary]);

  // In the order of the page.
  const invalidFields = fieldOrder.filter((field) => summary.errors[field]);

  // A title that is also shown next to a field is not repeated here.
  const isTitleRepeated = invalidFields.some((field) => summary.errors[field] === summary.title);
  const title =
    summary.reason !== null || invalidFields.length === 0 || !isTitleRepeated
      ? summary.title
      : invalidFields.length === 1
        ? 'Check this field'
        : 'Check these fields';

  return (
    <Alert severity="error" role="region" ref={panel} tabIndex={-1} aria-labelledby={titleId}>
      <AlertTitle component="h2" id={titleId}>
        {title}
      </AlertTitle>
      {summary.reason && (
        <Box
          component="p"
          sx={{ marginBlockStart: 0.5, marginBlockEnd: 0, color: 'text.primary', fontWeight: 450 }}
        >
          {summary.reason}
        </Box>
      )}
      {invalidFields.length > 0 && (
        <Fields>
          {invalidFields.map((field) => (
            <li key={field}>
              <FieldLink
                component="button"
                type="button"
                data-corrected={errors[field] ? undefined : ''}
                onClick={() => onChosen(field)}
              >
                {!errors[field] && <CheckIcon />}
                <span>{fieldLabels[field]}</span>
                {!errors[field] && <VisuallyHidden>, changed since</VisuallyHidden>}
              </FieldLink>
            </li>
          ))}
        </Fields>
      )}
    </Alert>
  );
}
