import Chip from '@mui/material/Chip';

/** The days of the chips: their place is how many days ahead they are. */
const days = ['Today', 'Tomorrow'] as const;

interface Props {
  readonly onChoose: (daysAhead: number) => void;
  /** Whether a day is the chosen one; not said without it. */
  readonly isChosen?: (daysAhead: number) => boolean;
}

/** Chooses a near day with one press. */
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
