/**
 * Styles for a section below the first screen. While it is far from the screen, the browser does not style, lay out or paint
 * its content. Overflowing content is clipped.
 * @param height the approximate height until the section is displayed, in pixels; it only affects the scroll bar
 */
export const skippedOffscreen = (height: number) =>
  ({ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }) as const;
