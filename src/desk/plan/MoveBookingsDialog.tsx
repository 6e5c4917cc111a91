import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BlockOut, MoveProposal } from '../../../machines/desk/plan/dayPlan.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { useResource } from '../../app/system/resource.ts';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { GroupError, Note } from '../ui/contentParts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';

/** The value of a proposal in the form: what is moved, and where to. */
const moveOf = ({ bookingId, sequence, day, to }: MoveProposal): string =>
  JSON.stringify({ bookingId, sequence, day, roomId: to?.roomId, ...to?.range });

/** Each booking in the way has a free place, which the desk checks. All chosen bookings are moved in one go. */
export function MoveBookingsDialog({ form, blockOut }: { form: BoundForm; blockOut: BlockOut }) {
  const resource = useResource(useDeskFlow('moveProposals'), blockOut.id);
  const { data: proposals } = resource;
  // A booking that was left out stays so when its proposal changes.
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const choose = (bookingId: string, isChosen: boolean) =>
    setLeftOut((ids) => new Set(isChosen ? [...ids].filter((id) => id !== bookingId) : [...ids, bookingId]));
  const movable = proposals?.filter(({ to }) => to !== null) ?? [];
  const stuck = proposals?.filter(({ to }) => to === null) ?? [];
  return (
    <DeskFormDialog
      title="Move the bookings in the way"
      description={
        <Typography>
          Each booking gets a free room of the same size and price or better, or other times on the same day.
          The customers keep their price and receive an email. The times are blocked afterwards.
        </Typography>
      }
      form={form}
      hiddenFields={{ id: blockOut.id }}
      submitLabel="Move the bookings and block the times"
    >
      <DeskLoading resource={resource} />
      {proposals?.length === 0 && <p>No booking is in the way any more.</p>}
      {movable.length > 0 && (
        <Stack
          component="ul"
          sx={{ gap: 1, margin: 0, padding: 0, listStyle: 'none' }}
          aria-label="Proposals"
        >
          {movable.map((proposal) => (
            <li key={proposal.bookingId}>
              <FormControlLabel
                sx={{ alignItems: 'flex-start' }}
                control={
                  <Checkbox
                    checked={!leftOut.has(proposal.bookingId)}
                    onChange={(_event, isChosen) => choose(proposal.bookingId, isChosen)}
                    name={`move ${proposal.bookingId}`}
                    value={moveOf(proposal)}
                    disabled={form.isBusy}
                    sx={{ paddingBlockStart: 0.25 }}
                  />
                }
                label={<Proposal proposal={proposal} />}
              />
            </li>
          ))}
        </Stack>
      )}
      {stuck.length > 0 && (
        <Alert severity="warning">
          No suitable room and no other time is free on the day for these bookings. Move or cancel them one by
          one.
          <Box
            component="ul"
            aria-label="Bookings without a free place"
            sx={{ margin: 0, paddingInlineStart: 2.5 }}
          >
            {stuck.map((proposal) => (
              <li key={proposal.bookingId}>
                <Link href={`/desk?date=${proposal.day}&booking=${proposal.bookingId}`}>
                  {`${proposal.who}, ${longDate(proposal.day)}, ${timesText(proposal.range)}`}
                </Link>
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {form.errors['moves'] !== undefined && <GroupError role="alert">{form.errors['moves']}</GroupError>}
      <TextField label="Reason" required defaultValue={blockOut.reason} {...form.bind('reason')} />
    </DeskFormDialog>
  );
}

function Proposal({ proposal: { who, reference, roomName, day, range, to } }: { proposal: MoveProposal }) {
  return (
    <>
      <span>{`${who}, ${reference}`}</span>
      <Note>{`${longDate(day)}, ${roomName}, ${timesText(range)}`}</Note>
      {to && <span>{`→ ${to.roomName}, ${timesText(to.range)}`}</span>}
    </>
  );
}
