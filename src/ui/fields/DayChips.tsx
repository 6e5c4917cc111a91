import Chip from '@mui/material/Chip';
import type { SxProps, Theme } from '@mui/material/styles';

/** The index is the number of days ahead. */
const days = ['Today', 'Tomorrow'] as const;

interface Props {
  readonly onChoose: (daysAhead: number) => void;
  /** Without it the chips have no pressed state. */
  readonly isChosen?: (daysAhead: number) => boolean;
  readonly labelSx: SxProps<Theme>;
}

export const DayChips = ({ onChoose, isChosen, labelSx }: Props) =>
  days.map((name, daysAhead) => (
    <Chip
      key={name}
      component="button"
      type="button"
      label={name}
      slotProps={{ label: { sx: labelSx } }}
      aria-pressed={isChosen?.(daysAhead)}
      onClick={() => onChoose(daysAhead)}
    />
  ));
