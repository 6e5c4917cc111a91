import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { HydrationIsland } from '../system/HydrationIsland.tsx';

/**
 * A select field for pages that are prerendered. Material's select renders again as soon as it is hydrated, and React then completes
 * everything that is hydrated with it in the same task, so it is an island (decision 104).
 */
export const SelectField = (props: TextFieldProps) => (
  <HydrationIsland>
    <TextField select {...props} />
  </HydrationIsland>
);
