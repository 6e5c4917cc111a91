import Button, { type ButtonProps } from '@mui/material/Button';
import type { Room } from '../../../domain/rooms/room.ts';
import { ExternalIcon } from '../icons/pages.tsx';
import { mapLink } from '../../../domain/rooms/mapLink.ts';

interface Props extends Pick<ButtonProps, 'size'> {
  readonly location: Room['location'];
}

/** Opens the visitor's map in a new tab. */
export function MapButton({ location, size }: Props) {
  return (
    <Button
      variant="outlined"
      {...(size && { size })}
      href={mapLink(location)}
      target="_blank"
      rel="noopener noreferrer"
      endIcon={<ExternalIcon />}
    >
      Open the map
    </Button>
  );
}
