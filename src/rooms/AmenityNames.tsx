import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { Room } from '../../contract/rooms.ts';
import { AmenityIcon } from '../icons/amenities.tsx';
import { amenityName } from './amenityName.ts';

/** A room's amenities with their names. */
export const AmenityNames = ({ of: { amenities } }: { of: Pick<Room, 'amenities'> }) => (
  <Stack
    component="ul"
    direction="row"
    aria-label="Amenities"
    sx={{ flexWrap: 'wrap', gap: 1, margin: 0, paddingBlockStart: 1, paddingInline: 0, listStyle: 'none' }}
  >
    {amenities.map(({ name }) => (
      <Chip
        key={name}
        component="li"
        icon={<AmenityIcon name={name} />}
        label={amenityName(name)}
        sx={{ '& svg': { marginInlineStart: 1.25 }, '& .MuiChip-label': { paddingInlineStart: 1 } }}
      />
    ))}
  </Stack>
);
