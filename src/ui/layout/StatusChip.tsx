import Chip from '@mui/material/Chip';
import { styled, type SxProps, type Theme } from '@mui/material/styles';

/** The text of the chip carries the same information as the colour. */
export type Tone = 'booking' | 'good' | 'bad' | 'quiet';

interface Props {
  tone: Tone;
  /** Tinted like a selected item. */
  isTinted?: boolean;
  sx?: SxProps<Theme>;
  labelPadding?: string;
  children: string;
}

const ToneChip = styled(Chip)<{ ownerState: Pick<Props, 'tone' | 'isTinted'> }>(({ theme }) => ({
  // A long text wraps on a phone.
  height: 'auto',
  minHeight: 28,
  variants: [
    {
      props: { isTinted: true },
      style: { borderColor: 'transparent', backgroundColor: theme.vars.palette.tint },
    },
    {
      props: { tone: 'booking' },
      style: { borderColor: theme.vars.palette.primary.main, color: theme.vars.palette.primary.main },
    },
    {
      props: { tone: 'good' },
      style: { borderColor: theme.vars.palette.success.main, color: theme.vars.palette.success.main },
    },
    {
      props: { tone: 'bad' },
      style: { borderColor: theme.vars.palette.error.main, color: theme.vars.palette.error.main },
    },
  ],
}));

export const StatusChip = ({ tone, isTinted = false, sx, labelPadding = '3px 14px', children }: Props) => (
  <ToneChip
    label={children}
    ownerState={{ tone, isTinted }}
    slotProps={{ label: { sx: { padding: labelPadding, whiteSpace: 'normal' } } }}
    {...(sx && { sx })}
  />
);
