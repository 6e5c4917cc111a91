import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';

/** What a state is about; its text says it too, so that colour alone never does. */
export type Tone = 'booking' | 'good' | 'bad' | 'quiet';

const Mark = styled(Chip)(({ theme }) => ({
  height: 28,
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

/** The state of a booking, or of a day, in a word or two. */
export const StateMark = ({ tone, children }: { tone: Tone; children: string }) => (
  <Mark label={children} data-tone={tone} />
);
