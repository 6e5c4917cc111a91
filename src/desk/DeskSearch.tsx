import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { styled } from '@mui/material/styles';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '../../domain/account/deskSearch.ts';
import { entryOf } from '../ui/form/entryOf.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.spacing(1.5),
  maxWidth: '48rem',
}));

interface Props {
  readonly search?: string;
  /** One line without a button, for the bar of the desk; Enter sends it. */
  readonly isCompact?: boolean;
}

/** The results are in the people section. */
export function DeskSearch({ search = '', isCompact = false }: Props) {
  const navigate = useNavigate();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (entryOf(event.currentTarget)['search'] ?? '').trim();
    void navigate({ search: `?${new URLSearchParams({ view: 'people', search: text })}` });
  };
  const label = 'Name, company, phone, email, booking, payment or invoice number';
  return (
    <Form
      sx={isCompact ? { flex: '0 1 15rem' } : {}}
      role="search"
      aria-label={isCompact ? 'Desk' : undefined}
      onSubmit={find}
    >
      <TextField
        key={search}
        name="search"
        type="search"
        defaultValue={search}
        autoComplete="off"
        sx={{ flex: '1 1 16rem', ...(isCompact && { '& .MuiInputBase-input': { paddingBlock: 1 } }) }}
        {...(isCompact ? { placeholder: 'Search', hiddenLabel: true } : { label })}
        slotProps={{
          htmlInput: { maxLength: MAX_SEARCH_LENGTH, ...(isCompact && { 'aria-label': 'Search the desk' }) },
        }}
      />
      {!isCompact && <Button type="submit">Find</Button>}
    </Form>
  );
}
