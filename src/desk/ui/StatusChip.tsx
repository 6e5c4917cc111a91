import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';

/** The colour of a status. The text of the chip carries the same information. */
export type Tone = 'booking' | 'good' | 'bad' | 'quiet';

const ToneChip = styled(Chip)(({ theme }) => ({
  // A long text wraps on a phone.
  height: 'auto',
  minHeight: 28,
  '& .MuiChip-label': { whiteSpace: 'normal', paddingBlock: 3 },
  '&[data-tone=booking]': {
    borderColor: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.main,
  },
  '&[data-tone=good]': {
    borderColor: theme.vars.palette.success.main,
    color: theme.vars.palette.success.main,
  },
  '&[data-tone=bad]': { borderColor: theme.vars.palette.error.main, color: theme.vars.palette.error.main },
}));

/** A short status text, such as the status of a booking, a refund or a post. */
export const StatusChip = ({ tone, children }: { tone: Tone; children: string }) => (
  <ToneChip label={children} data-tone={tone} />
);
