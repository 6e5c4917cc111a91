import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { fullDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { useFlow } from '../../app/system/flows.ts';
import { peopleText } from '../../../domain/rooms/roomTexts.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

/** Replaces the rooms, or a room's slots, while the search form differs from the submitted search. */
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
      <span>{`The results for ${fullDate(criteria.date)} from ${clockTime(criteria.startSlot)} for ${peopleText(criteria.headcount)} are hidden. Update the rooms or undo your changes.`}</span>
    </Alert>
  );
}
