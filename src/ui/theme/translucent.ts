/** A colour with a part of its opacity, in per cent. */
export const translucent = (colour: string, opacity: number): string =>
  `color-mix(in srgb, ${colour} ${opacity}%, transparent)`;
