/** `opacity`: per cent. */
export const translucent = (colour: string, opacity: number): string =>
  `color-mix(in srgb, ${colour} ${opacity}%, transparent)`;

/** Taken times have stripes, so that their state is not shown only by colour. */
export const hatching = (colour: string): string =>
  `repeating-linear-gradient(135deg, transparent 0 5px, ${translucent(colour, 26)} 5px 6.5px)`;
