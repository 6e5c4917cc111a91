import { fullDate } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import { Button } from '../controls/Button.tsx';
import { SearchIcon } from '../icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { noticeLook } from '../theme/noticeLook.ts';
import { styled } from '../theme/styled.ts';
import { people } from './people.ts';
import type { SearchCriteria } from '../../machines/events/search.ts';

const Strip = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  marginBlockEnd: theme.spacing(3),
  padding: theme.spacing(2, 2.5),
  borderRadius: 20,
  ...noticeLook(theme),
  boxShadow: theme.vars.shadows[4],
  '& p': { flex: '1 1 16rem', margin: 0 },
  '& strong': { display: 'block' },
  '& button': { [theme.breakpoints.down('sm')]: { width: '100%' } },
}));

/** Above rooms that are shown for another search than the form holds now. */
export function EditedSearch({ criteria }: { criteria: SearchCriteria }) {
  const search = useFlow('search');
  return (
    <Strip>
      <p>
        <strong>You have changed the search</strong>
        The list still shows {fullDate(criteria.date)} from {clockTime(criteria.startSlot)} for{' '}
        {people(criteria.headcount)}. Update it to choose a time.
      </p>
      <Button isSmall icon={<SearchIcon />} onClick={() => search.send({ type: 'search.submitted' })}>
        Update rooms
      </Button>
    </Strip>
  );
}
