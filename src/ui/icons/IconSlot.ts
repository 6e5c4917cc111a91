import { styled } from '@mui/material/styles';

/** The icon next to a text has the colour and font size of the slot. */
export const IconSlot = styled('span')({ display: 'flex', flex: 'none' });
