/** Where the layout changes, in em: readers with larger letters get the layout of a smaller window. */
export const screens = { sm: 37.5, md: 56.25, lg: 75, xl: 96 } as const;
/** The smallest difference between two windows, in em. */
export const SCREEN_STEP = 0.001;

/** The unit of all distances, in pixels. */
export const SPACING = 8;

/** The three heights above the paper that are used, by Material's number. Warm, wide and faint: nothing floats. */
export const shadows = {
  1: '0 1px 2px rgb(60 44 22 / 0.06), 0 6px 20px -8px rgb(60 44 22 / 0.14)',
  4: '0 2px 4px rgb(60 44 22 / 0.06), 0 18px 40px -16px rgb(60 44 22 / 0.24)',
  8: '0 4px 10px rgb(20 20 14 / 0.12), 0 32px 72px -20px rgb(20 20 14 / 0.42)',
} as const;

/** Above the page, one above the other. */
export const zIndex = { appBar: 1100, snackbar: 1400, tooltip: 1500 } as const;
