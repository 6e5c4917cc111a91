import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { fullDate } from '../../domain/calendar.ts';
import { clockTime } from '../../domain/slots.ts';
import { SearchIcon } from '../icons/pages.tsx';
import { useFlow } from '../system/flows.ts';
import { people } from './people.ts';
import type { SearchCriteria } from '../../machines/events/search.ts';

/** Shown instead of the rooms, or of a room's times, while the form differs from the search that they are for. */
export default function EditedSearch({ criteria }: { criteria: SearchCriteria }) {
  const search = useFlow('search');
  return (
    <Alert
      severity="warning"
      role="none"
      icon={false}
      action={
        <Button
          size="small"
          startIcon={<SearchIcon />}
          onClick={() => search.send({ type: 'search.submitted' })}
        >
          Update rooms
        </Button>
      }
    >
      <AlertTitle>You have changed the search</AlertTitle>
      What was found for {fullDate(criteria.date)} from {clockTime(criteria.startSlot)} for{' '}
      {people(criteria.headcount)} is hidden. Update it, or change the search back.
    </Alert>
  );
}
