import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addDays, addMonths, dateAt, isDate } from '../../../domain/time/calendar.ts';
import { entryOf } from '../../ui/form/entryOf.ts';
import { DateInput } from './DateInput.tsx';

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))',
  alignItems: 'end',
  gap: theme.spacing(1.5),
  [theme.breakpoints.up('sm')]: { display: 'flex', flexWrap: 'wrap' },
  '& .MuiTextField-root': { width: 'auto' },
}));

/** On a phone a date is too long for half a row. */
const DayField = styled('div')(({ theme }) => ({
  gridColumn: '1 / -1',
  [theme.breakpoints.up('sm')]: { flex: '1 1 10rem', maxWidth: '16rem' },
}));

/** IST dates, both inclusive. */
interface Period {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** The period in the address of a section, by default this month. `now`: milliseconds since 1970. */
export function usePeriod(now: () => number): Period {
  const [query] = useSearchParams();
  const today = dateAt(now());
  const dateParameter = (name: string, fallback: string): string => {
    const requested = query.get(name) ?? '';
    return isDate(requested) ? requested : fallback;
  };
  return { from: dateParameter('from', `${today.slice(0, 8)}01`), to: dateParameter('to', today), today };
}

/** Shows another period. `view`: the name of the section. */
export function PeriodFilter({ view, period: { from, to, today } }: { view: string; period: Period }) {
  const [, setQuery] = useSearchParams();
  const [invalidDates, setInvalidDates] = useState<readonly boolean[]>([]);
  const thisMonth = `${today.slice(0, 8)}01`;
  const showPeriod = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { from: first = '', to: last = '' } = entryOf(event.currentTarget);
    const isInvalid = (date: string) => !isDate(date);
    setInvalidDates([first, last].map(isInvalid));
    if (![first, last].some(isInvalid)) setQuery({ view, from: first, to: last });
  };
  const dayField = (name: string, label: string, value: string, isInvalid: boolean | undefined) => (
    <DayField key={`${name} ${value}`}>
      <DateInput
        label={label}
        name={name}
        initial={value}
        error={isInvalid === true}
        helperText={isInvalid ? 'Enter a date as DD/MM/YYYY' : undefined}
      />
    </DayField>
  );
  return (
    <Form onSubmit={showPeriod}>
      {dayField('from', 'First day', from, invalidDates[0])}
      {dayField('to', 'Last day', to, invalidDates[1])}
      <Button type="submit">Show</Button>
      <Button
        variant="outlined"
        href={`/desk?view=${view}&from=${addMonths(thisMonth, -1)}&to=${addDays(thisMonth, -1)}`}
      >
        Last month
      </Button>
    </Form>
  );
}
