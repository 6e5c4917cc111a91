import Stack from '@mui/material/Stack';
import type { Room } from '../../domain/rooms/room.ts';
import { AmenityIcon } from '../ui/icons/amenities.tsx';
import { styled } from '@mui/material/styles';
import { amenityName } from '../../domain/rooms/roomTexts.ts';
import { IconSlot } from '../ui/icons/IconSlot.ts';

const Item = styled('li')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  minHeight: 32,
  padding: theme.spacing(0.5, 1.25, 0.5, 1),
  borderRadius: 10,
  backgroundColor: theme.vars.palette.sand,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 600,
}));

interface Props {
  room: Pick<Room, 'amenities'>;
  className?: string;
}

/** The names are visible without hovering (spec 2). */
export const Amenities = ({ room: { amenities }, className }: Props) => (
  <Stack
    component="ul"
    direction="row"
    sx={{ gap: 0.75, flexWrap: 'wrap', alignContent: 'start', margin: 0, padding: 0, listStyle: 'none' }}
    aria-label="Amenities"
    {...(className && { className })}
  >
    {amenities.map(({ name }) => (
      <Item key={name} title={amenityName(name)}>
        <IconSlot sx={{ color: 'primary.main', fontSize: '1.25rem' }}>
          <AmenityIcon name={name} />
        </IconSlot>
        <span>{amenityName(name)}</span>
      </Item>
    ))}
  </Stack>
);
