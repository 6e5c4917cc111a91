import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Ref } from 'react';
import { dayAndMonth } from '../../../domain/time/calendar.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { peopleText } from '../../../domain/rooms/roomTexts.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

const Fold = styled(Button)(({ theme }) => ({
  justifyContent: 'start',
  width: '100%',
  minHeight: 52,
  paddingInline: theme.spacing(2),
  backgroundColor: theme.vars.palette.background.paper,
  textAlign: 'start',
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));

interface Props {
  ref: Ref<HTMLButtonElement>;
  criteria: SearchCriteria;
  onUnfold: () => void;
}

/** One line, on a phone. A press opens the form. */
export function FoldedSearch({ ref, criteria, onUnfold }: Props) {
  const { date, startSlot, requestedRange, headcount } = criteria;
  const { day, month } = dayAndMonth(date);
  const times = requestedRange ? rangeText(requestedRange) : `from ${clockTime(startSlot)}`;
  return (
    <Fold ref={ref} variant="outlined" startIcon={<SearchIcon />} aria-expanded={false} onClick={onUnfold}>
      <span>
        <VisuallyHidden>Change the search: </VisuallyHidden>
        <span>{`${day} ${month}, ${times}, ${peopleText(headcount)}`}</span>
      </span>
    </Fold>
  );
}
