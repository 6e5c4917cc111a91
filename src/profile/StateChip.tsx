import Chip from '@mui/material/Chip';

/** A short word about the state of something beside it; `isGood` has the tint of what is chosen or in order. */
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
