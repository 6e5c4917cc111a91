import Chip from '@mui/material/Chip';

/** The labels of the chips. The index is the number of days ahead. */
const days = ['Today', 'Tomorrow'] as const;

interface Props {
  readonly onChoose: (daysAhead: number) => void;
  /** Whether a day is the chosen one. Without it the chips have no pressed state. */
  readonly isChosen?: (daysAhead: number) => boolean;
}

/** Chips that choose today or tomorrow. */
export const DayChips = ({ onChoose, isChosen }: Props) =>
  days.map((name, daysAhead) => (
    <Chip
      key={name}
      component="button"
      type="button"
      label={name}
      aria-pressed={isChosen?.(daysAhead)}
      onClick={() => onChoose(daysAhead)}
    />
  ));
