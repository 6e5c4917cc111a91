import { styled } from '@mui/material/styles';

/** Holds an icon next to a text. The icon has the colour and font size of the slot. */
export const IconSlot = styled('span')({ display: 'flex', flex: 'none' });
