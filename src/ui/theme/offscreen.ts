import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * Styles for a section below the first screen. While it is far from the screen, the browser does not style, lay out or paint
 * its content. Overflowing content is clipped.
 * @param heights the approximate heights until the section is displayed, in pixels. When a visitor scrolls to the section,
 *   the content below it moves by the difference from the real height.
 */
export const skippedOffscreen =
  (heights: { readonly xs: number; readonly sm: number; readonly md: number }) =>
  ({ theme }: { theme: Theme }): CSSObject => ({
    contentVisibility: 'auto',
    containIntrinsicSize: `auto ${heights.xs}px`,
    [theme.breakpoints.up('sm')]: { containIntrinsicSize: `auto ${heights.sm}px` },
    [theme.breakpoints.up('md')]: { containIntrinsicSize: `auto ${heights.md}px` },
  });
