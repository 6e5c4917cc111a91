import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import { movePath } from '../../../domain/content/sitePaths.ts';
import { roomsLink } from '../../../domain/rooms/roomsLink.ts';
import type { UserBooking } from '../../../machines/bookings/bookingPage.ts';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { ClockIcon } from '../../ui/icons/interface.tsx';
import { CalendarIcon, ExternalIcon, SearchIcon } from '../../ui/icons/pages.tsx';
import { SectionErrorBoundary } from '../../app/errors/SectionErrorBoundary.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';

// Its menu is as large as the rest of the page.
const ShareBooking = lazy(() => import('./ShareBooking.tsx'));

/** On a phone the buttons fill the rows. */
const filling = { flexGrow: { xs: 1, sm: 0 } };

/** Every action except cancelling. */
export function BookingActions({ booking: { details, situation, canMove } }: { booking: UserBooking }) {
  const download = useFlow('download', lazyFlows.bookingPage);
  const isBusy = useSelector(download, (snapshot) => snapshot.hasTag('busy'));

  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: -1, marginBlockEnd: 4, displayPrint: 'none' }}
    >
      {situation === 'booked' && canMove && (
        <Button variant="outlined" sx={filling} startIcon={<ClockIcon />} href={movePath(details.id)}>
          Move to another time
        </Button>
      )}
      {situation === 'booked' && (
        <BusyButton
          variant="outlined"
          sx={filling}
          isBusy={isBusy}
          startIcon={<CalendarIcon />}
          onClick={() =>
            download.send({
              type: 'download.requested',
              file: { kind: 'calendar', bookingId: details.id, name: `${details.reference}.ics` },
            })
          }
        >
          Add to calendar
        </BusyButton>
      )}
      {situation === 'booked' && (
        <SectionErrorBoundary>
          <Suspense
            fallback={
              <Button variant="outlined" sx={filling} disabled startIcon={<ExternalIcon />}>
                Share
              </Button>
            }
          >
            <ShareBooking details={details} sx={filling} />
          </Suspense>
        </SectionErrorBoundary>
      )}
      {situation === 'booked' && (
        <Button variant="outlined" sx={filling} onClick={() => window.print()}>
          Print
        </Button>
      )}
      <Button
        variant="outlined"
        sx={filling}
        startIcon={<SearchIcon />}
        href={roomsLink(details.meetingRoom.roomCapacity)}
      >
        Book again
      </Button>
    </Stack>
  );
}
