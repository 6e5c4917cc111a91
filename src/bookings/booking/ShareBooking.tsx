import Button, { type ButtonProps } from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import type { BookingDetails } from '../../../machines/bookings/booking.ts';
import { sharedBooking, whatsAppLink } from '../../../domain/bookings/sharedBooking.ts';
import { ExternalIcon } from '../../ui/icons/pages.tsx';

// Without a text it takes no space between the buttons.
const Outcome = styled('span')({ alignSelf: 'center', '&:empty': { position: 'absolute' } });

/** Sends guests the time, the place and how to get in: by the device's own sharing, by WhatsApp, or copied. */
export default function ShareBooking({ details, sx }: { details: BookingDetails } & Pick<ButtonProps, 'sx'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [outcome, setOutcome] = useState('');
  const menuId = useId();
  const { meetingRoom: room, bookingDate: date } = details;
  const text = sharedBooking({
    roomName: room.roomName,
    date,
    range: details.range,
    address: room.location,
  });
  const close = () => setAnchor(null);
  const share = async () => {
    close();
    // Closing the device's dialog is no failure.
    await navigator.share({ text }).catch(() => undefined);
  };
  const copy = async () => {
    close();
    await navigator.clipboard.writeText(text).then(
      () => setOutcome('Copied'),
      () => setOutcome('Your browser did not allow copying'),
    );
  };

  return (
    <>
      <Button
        variant="outlined"
        sx={sx}
        startIcon={<ExternalIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        onClick={({ currentTarget }) => {
          setOutcome('');
          setAnchor(currentTarget);
        }}
      >
        Share
      </Button>
      <Menu id={menuId} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {typeof navigator.share === 'function' && (
          <MenuItem onClick={() => void share()}>Share with an app</MenuItem>
        )}
        <MenuItem
          component="a"
          href={whatsAppLink(text)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={close}
        >
          Send by WhatsApp
        </MenuItem>
        <MenuItem onClick={() => void copy()}>Copy the details</MenuItem>
      </Menu>
      <Outcome role="status">{outcome}</Outcome>
    </>
  );
}
