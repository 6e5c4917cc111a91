import Chip from '@mui/material/Chip';

/** A chip with the state of the item beside it. `isGood` gives it the tint of selected items. */
export const StateChip = ({ label, isGood }: { label: string; isGood: boolean }) => (
  <Chip
    size="small"
    label={label}
    sx={(theme) => ({
      height: 28,
      color: theme.vars.palette.text.primary,
      ...(isGood ? { borderColor: 'transparent', backgroundColor: theme.vars.palette.tint } : {}),
    })}
  />
);
