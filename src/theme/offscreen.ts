import type { Theme } from '@mui/material/styles';

/**
 * Styles for a section that begins below the first screen: while it is far from the screen, the browser neither styles nor lays out
 * nor paints what is in it. Content that overflows it is clipped.
 * @param phone its approximate height on a phone, in pixels
 * @param wide the same from 900 px on
 */
export const skippedOffscreen = (theme: Theme, phone: number, wide: number) => ({
  // A key that no section uses, which keeps their own rules for wide screens.
  '@supports (content-visibility: auto)': {
    contentVisibility: 'auto',
    containIntrinsicSize: `auto ${phone}px`,
    [theme.breakpoints.up('md')]: { containIntrinsicSize: `auto ${wide}px` },
  },
});
