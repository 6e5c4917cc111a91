import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useSelector } from '../../app/system/useSelector.ts';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon } from '../../ui/icons/pages.tsx';
import type { RoomSlotsActor } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { SlotScroller } from './SlotScroller.tsx';
import { ROWS_OF_4, ROWS_OF_6, slotsContainer } from './slotStyles.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

/** In pixels. As high as the loaded strip, so that nothing moves when the strip replaces the skeleton. */
const HEIGHT = 136;

const SkeletonContainer = styled('div')(slotsContainer);

const SkeletonFrame = styled('div')(({ theme }) => ({
  display: 'flow-root',
  height: HEIGHT,
  [theme.breakpoints.down('sm')]: { [ROWS_OF_4]: { height: 772 }, [ROWS_OF_6]: { height: 532 } },
}));

const MessagePanel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'center',
  justifyContent: 'center',
  [theme.breakpoints.down('sm')]: { justifyContent: 'start' },
  gap: theme.spacing(1, 2),
  minHeight: HEIGHT,
  padding: theme.spacing(2),
  borderRadius: 18,
  backgroundColor: theme.vars.palette.sand,
  textAlign: 'center',
}));

// One notice above the list of rooms replaces the same message in every room.
const FailurePanel = styled(MessagePanel)({ '[data-times="failed"] &': { display: 'none' } });

// Every room shows the same text, so it takes little space.
const NoDatePanel = styled(MessagePanel)({
  ...hiddenWithoutScripts,
  justifyContent: 'start',
  minHeight: 0,
});

const Message = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.25),
  maxWidth: '28em',
  margin: 0,
  textAlign: 'start',
  textWrap: 'balance',
}));

const MessageIcon = styled(CalendarIcon)(({ theme }) => ({
  flex: 'none',
  fontSize: '1.5rem',
  color: theme.vars.palette.primary.main,
}));

interface Props {
  slots: RoomSlotsActor | undefined;
  roomName: string;
  criteria: SearchCriteria | null;
}

export function SlotPicker({ slots, ...rest }: Props) {
  if (!slots) return <SlotSkeleton />;
  return <LoadedSlots slots={slots} {...rest} />;
}

const SlotSkeleton = () => (
  <SkeletonContainer aria-hidden="true">
    <SkeletonFrame>
      <Skeleton
        variant="rounded"
        width="45%"
        height={20}
        sx={{ marginBlockStart: 1.5, marginBlockEnd: 2.5 }}
      />
      <Skeleton variant="rounded" height={14} width="80%" sx={{ marginBlockEnd: 1 }} />
      <Skeleton variant="rounded" height={52} sx={{ borderRadius: '12px' }} />
    </SkeletonFrame>
  </SkeletonContainer>
);

function LoadedSlots({ slots, criteria, roomName }: Props & { slots: RoomSlotsActor }) {
  const isChoosable = useSelector(slots, (snapshot) => snapshot.hasTag('choosable'));
  const isBusy = useSelector(slots, (snapshot) => snapshot.hasTag('busy'));
  const hasFailed = useSelector(slots, (snapshot) => snapshot.matches({ day: 'failed' }));

  if (isChoosable && criteria) {
    return <SlotScroller slots={slots} roomName={roomName} criteria={criteria} />;
  }
  if (isBusy) {
    return (
      <div aria-busy="true">
        <VisuallyHidden>{`Loading the times of ${roomName}`}</VisuallyHidden>
        <SlotSkeleton />
      </div>
    );
  }
  if (hasFailed) {
    return (
      <FailurePanel>
        <Message>The times of this room could not be loaded.</Message>
        <Button
          variant="outlined"
          size="small"
          startIcon={<RefreshIcon />}
          aria-label={`Try again to load the times of ${roomName}`}
          onClick={() => slots.send({ type: 'slots.outdated' })}
        >
          Try again
        </Button>
      </FailurePanel>
    );
  }
  return (
    <NoDatePanel>
      <Message sx={{ maxWidth: 'none' }}>
        <MessageIcon />
        Choose a date and press View Slots to see when this room is free.
      </Message>
    </NoDatePanel>
  );
}
