/**
 * Styles for a section that begins below the first screen: while it is far from the screen, the browser neither styles nor lays out
 * nor paints what is in it. Content that overflows it is clipped.
 * @param height about how high it is until it has been shown, in pixels; only the scroll bar depends on it
 */
export const skippedOffscreen = (height: number) =>
  ({ contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }) as const;
