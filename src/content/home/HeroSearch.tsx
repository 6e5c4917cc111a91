import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { shallowEqual } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import { addDays, dateAt } from '../../../domain/time/calendar.ts';
import { openStarts } from '../../../domain/time/openingHours.ts';
import { ROOMS_PATH, searchPath } from '../../../domain/rooms/roomsLink.ts';
import { clockTime, DEFAULT_SEARCH_START, MINUTES_PER_SLOT, slotTime } from '../../../domain/time/slots.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { bookableDates } from '../../../machines/rooms/search/view.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { entryOf } from '../../ui/form/entryOf.ts';
import { focusField } from '../../ui/fields/focusField.ts';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { DayChips } from '../../ui/fields/DayChips.tsx';
import { durationsWith, durationText } from '../../../domain/rooms/durations.ts';
import { useAppActor } from '../../app/system/AppActorContext.ts';
import { useOptionalFlow } from '../../app/system/flows.ts';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';

/** As high as a field's label, so that the button is aligned with the inputs. */
const INPUT_OFFSET = 'calc(0.9375rem * 1.5 + 6.5px)';

const Form = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  padding: theme.spacing(2),
  boxShadow: theme.vars.shadows[4],
  [theme.breakpoints.up('sm')]: {
    display: 'grid',
    gridTemplateColumns: '1.5fr 0.9fr 1.1fr 1.1fr',
    gap: theme.spacing(2),
    padding: theme.spacing(2.5),
  },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '1.5fr 0.9fr 1fr 1fr auto',
    alignItems: 'start',
  },
  // The page of the results needs scripts.
  ...hiddenWithoutScripts,
})) as typeof Card;

// On a phone the fields of a row share its width: each basis leaves out the gap, which they then share in the same ratio.
const DateCell = styled('div')(({ theme }) => ({
  [theme.breakpoints.down('sm')]: {
    // A date needs more width than a headcount, and in the narrowest window a row of its own.
    flex: `3 1 calc(60% - ${theme.spacing(1.5)})`,
    minWidth: '10rem',
    // The whole of DD/MM/YYYY must be visible.
    '& .MuiInputBase-adornedEnd.MuiInputBase-root': { paddingInlineEnd: 2 },
    '& .MuiInputBase-input': { paddingInline: '12px 0' },
    '& .MuiInputAdornment-root': { marginInlineStart: 0 },
  },
}));

const Headcount = styled(TextField)(({ theme }) => ({ flex: `2 1 calc(40% - ${theme.spacing(1.5)})` }));

const Choice = styled(TextField)(({ theme }) => ({ flex: `1 1 calc(50% - ${theme.spacing(1.5)})` }));

const Submit = styled(Button)(({ theme }) => ({
  flexBasis: '100%',
  minHeight: 52,
  [theme.breakpoints.up('sm')]: { gridColumn: '1 / -1' },
  [theme.breakpoints.up('md')]: { gridColumn: 'auto', marginBlockStart: INPUT_OFFSET },
}));

const NO_ROOMS: readonly Room[] = [];

/**
 * A plain form whose fields are the query of the rooms page, so it works before its script is loaded. With the script, the
 * rooms page opens without loading a document.
 */
export default function HeroSearch() {
  const navigation = useOptionalFlow('navigation');
  const clock = useSelector(useAppActor(), ({ context }) => context.clock);
  const [date, setDate] = useState('');
  const [isDateMissing, setDateMissing] = useState(false);
  /** The form may be sent before the next rendering. */
  const latestDate = useRef('');
  const chooseDate = (chosen: string) => {
    latestDate.current = chosen;
    setDate(chosen);
    setDateMissing(false);
  };
  const search = useOptionalFlow('search');
  const today = useSelector(search, (snapshot) => snapshot?.context.today ?? null);
  const bounds = useSelector(search, (snapshot) => snapshot && bookableDates(snapshot.context), shallowEqual);
  // The rooms are loaded here because the rooms page needs them next.
  const roomsFlow = useOptionalFlow('roomList');
  const rooms = useSelector(roomsFlow, (snapshot) => snapshot?.context.data ?? NO_ROOMS);
  useWhileShown(roomsFlow, {
    shown: { type: 'resource.used', key: CITIES[0] },
    left: { type: 'resource.released' },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!navigation) return;
    event.preventDefault();
    // A date that was typed before hydration is only in the input.
    const path = searchPath(entryOf(event.currentTarget), latestDate.current);
    if (path === null) {
      setDateMissing(true);
      focusField(event.currentTarget, 'date');
      return;
    }
    navigation.send({ type: 'navigation.go', path });
  };
  const nativeSelectProps = { select: { native: true }, inputLabel: { shrink: true } } as const;

  return (
    <Form
      component="form"
      action={ROOMS_PATH}
      method="get"
      noValidate
      aria-label="Find a room by time"
      onSubmit={submit}
    >
      <DateCell>
        <DateField
          label="Date"
          name="date"
          value={date}
          onChange={chooseDate}
          today={today}
          bounds={bounds ?? null}
          error={isDateMissing ? 'Choose a date' : undefined}
        />
        <Stack direction="row" sx={{ gap: 0.5, marginBlockStart: 1 }}>
          <DayChips
            // On a phone both chips must fit in one row next to the headcount.
            labelSx={{ paddingInline: { xs: 1, sm: '14px' } }}
            isChosen={(daysAhead) => date !== '' && date === addDays(dateAt(clock.now()), daysAhead)}
            onChoose={(daysAhead) => chooseDate(addDays(dateAt(clock.now()), daysAhead))}
          />
        </Stack>
      </DateCell>
      <Headcount
        label="Headcount"
        name="headcount"
        type="number"
        required
        defaultValue="1"
        slotProps={{ htmlInput: { min: 1, max: 9999, inputMode: 'numeric' } }}
      />
      <Choice
        label="Start time"
        name="start"
        select
        defaultValue={slotTime(DEFAULT_SEARCH_START).slice(0, 5)}
        slotProps={nativeSelectProps}
      >
        {openStarts(rooms, null).map((slot) => (
          <option key={slot} value={slotTime(slot).slice(0, 5)}>
            {clockTime(slot)}
          </option>
        ))}
      </Choice>
      <Choice label="Duration" name="duration" select defaultValue="" slotProps={nativeSelectProps}>
        <option value="">Any</option>
        {durationsWith('').map((slots) => (
          <option key={slots} value={slots * MINUTES_PER_SLOT}>
            {durationText(slots)}
          </option>
        ))}
      </Choice>
      <Submit type="submit" startIcon={<SearchIcon />}>
        View Slots
      </Submit>
    </Form>
  );
}
