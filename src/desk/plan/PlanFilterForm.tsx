import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { Fragment, type FormEvent, type MouseEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countText } from '../../../domain/text/countText.ts';
import { clockTime, SLOTS_PER_DAY, slotTime } from '../../../domain/time/slots.ts';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import {
  areasOf,
  filterParameters,
  isFiltering,
  planFilterErrors,
  planFilterOf,
} from '../../../machines/desk/plan/planFilter.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { entryOf } from '../../ui/form/entryOf.ts';
import { Note } from '../ui/contentParts.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: theme.spacing(1.5),
  marginBlockEnd: theme.spacing(2),
  [theme.breakpoints.up('md')]: {
    maxWidth: '64rem',
    gridTemplateColumns: '7rem minmax(0, 1.5fr) repeat(2, minmax(0, 1fr)) auto',
  },
}));

interface SelectProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly none: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly error?: string | undefined;
}

const Select = ({ label, name, value, none, options, error }: SelectProps) => (
  <TextField
    select
    label={label}
    name={name}
    defaultValue={value !== null && options.some(([each]) => each === value) ? value : ''}
    error={error !== undefined}
    helperText={error}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">{none}</MenuItem>
    {options.map(([each, text]) => (
      <MenuItem key={each} value={each}>
        {text}
      </MenuItem>
    ))}
  </TextField>
);

const times = (first: 0 | 1): readonly (readonly [string, string])[] =>
  Array.from({ length: SLOTS_PER_DAY }, (_, index) => index + first).map((slot) => [
    slotTime(slot).slice(0, 5),
    slot === SLOTS_PER_DAY ? 'Midnight' : clockTime(slot),
  ]);

/** The fields are replaced with the filter, and the button stays: it keeps the focus of the keyboard. */
const focusSubmit = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();

interface Props {
  /** Of all rooms. */
  readonly plan: DayPlan;
  readonly shownRooms: number;
  /** The address of the day without a filter. */
  readonly showAllPath: string;
}

/** The filter of the rooms is in the address, so that a link keeps it. */
export function PlanFilterForm({ plan, shownRooms, showAllPath }: Props) {
  const [query, setQuery] = useSearchParams();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const current = filterParameters(query);
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entry = entryOf(event.currentTarget);
    const found = planFilterErrors(entry);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      focusField(event.currentTarget, first);
      return;
    }
    const next = filterParameters(new URLSearchParams(entry));
    const date = query.get('date');
    if (date !== null) next.set('date', date);
    focusSubmit(event.currentTarget);
    setQuery(next);
  };
  return (
    <>
      <Form role="search" aria-label="Filter the rooms" noValidate onSubmit={show}>
        <Fragment key={current.toString()}>
          <TextField
            label="Seats"
            name="seats"
            defaultValue={current.get('seats') ?? ''}
            error={errors['seats'] !== undefined}
            helperText={errors['seats']}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
          />
          <Select
            label="Area"
            name="area"
            value={current.get('area')}
            none="All areas"
            options={areasOf(plan).map((area) => [area, area])}
          />
          <Select
            label="Free from"
            name="from"
            value={current.get('from')}
            none="Any time"
            options={times(0)}
            error={errors['from']}
          />
          <Select
            label="Free to"
            name="to"
            value={current.get('to')}
            none="Any time"
            options={times(1)}
            error={errors['to']}
          />
        </Fragment>
        <Stack direction="row" sx={{ gap: 1, gridColumn: { xs: '1 / -1', md: 'auto' }, alignSelf: 'end' }}>
          <Button type="submit">Show</Button>
          {current.size > 0 && (
            <Button
              variant="outlined"
              href={showAllPath}
              onClick={({ currentTarget }: MouseEvent<HTMLElement>) =>
                focusSubmit(currentTarget.closest('form'))
              }
            >
              Show all
            </Button>
          )}
        </Stack>
      </Form>
      {isFiltering(planFilterOf(query)) && (
        <Note>{`${countText(shownRooms, 'room')} of ${plan.rooms.length}`}</Note>
      )}
    </>
  );
}
