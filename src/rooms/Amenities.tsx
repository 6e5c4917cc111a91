import Tooltip from '@mui/material/Tooltip';
import type { Room } from '../../contract/rooms.ts';
import { AmenityIcon } from '../icons/amenities.tsx';
import { styled } from '@mui/material/styles';
import { amenityName } from './amenityName.ts';

const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& span': {
    display: 'grid',
    placeItems: 'center',
    width: 40,
    height: 40,
    borderRadius: 12,
    backgroundColor: theme.vars.palette.sand,
    color: theme.vars.palette.primary.main,
    fontSize: '1.375rem',
  },
}));

/** A room's amenities as icons with the name on hover (spec 2). */
export const Amenities = ({ of: { amenities } }: { of: Pick<Room, 'amenities'> }) => (
  <List aria-label="Amenities">
    {amenities.map(({ name }) => (
      <li key={name}>
        <Tooltip title={amenityName(name)} placement="top">
          <span role="img">
            <AmenityIcon name={name} />
          </span>
        </Tooltip>
      </li>
    ))}
  </List>
);
