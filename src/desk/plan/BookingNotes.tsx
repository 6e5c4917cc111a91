import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { DeskBooking } from '../../../machines/desk/plan/dayPlan.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { OpenableForm } from '../ui/OpenableForm.tsx';

/** Notes of the staff, the latest first. A booking in any state can have them. */
export function BookingNotes({ booking }: { booking: DeskBooking }) {
  const form = useForm(useDeskFlow('note'));
  const { notes = [] } = booking;
  return (
    <Stack spacing={1.5}>
      {notes.length > 0 && (
        <div>
          <Typography variant="h3" sx={{ fontSize: '1rem', marginBlockEnd: 1 }}>
            Notes
          </Typography>
          <Stack
            component="ul"
            sx={{ gap: 1.5, margin: 0, padding: 0, listStyle: 'none' }}
            aria-label="Notes"
          >
            {notes.map(({ id, at, by, text }) => (
              <li key={id}>
                <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
                <Box component="span" sx={{ color: 'text.secondary', fontSize: 'body2.fontSize' }}>
                  {[by, instantText(at)].filter(Boolean).join(', ')}
                </Box>
              </li>
            ))}
          </Stack>
        </div>
      )}
      <OpenableForm
        form={form}
        openLabel={notes.length > 0 ? 'Add a note' : 'Write a note'}
        hiddenFields={{ bookingId: booking.id }}
        submitLabel="Save the note"
        cancelLabel="Discard the note"
      >
        <TextField
          label="Note"
          multiline
          minRows={2}
          slotProps={{ input: { readOnly: form.isBusy }, htmlInput: { maxLength: 2000 } }}
          {...form.bind('note')}
        />
      </OpenableForm>
    </Stack>
  );
}
