import type { TypographyVariantsOptions } from '@mui/material/styles';

export const displayFont = "'Fraunces', 'Fraunces fallback', Georgia, 'Times New Roman', serif";
const textFont = "'Figtree', 'Figtree fallback', system-ui, 'Segoe UI', Arial, sans-serif";

const display = { fontFamily: displayFont, fontWeight: 560, textWrap: 'balance' } as const;
const text = { fontFamily: textFont, fontWeight: 400, letterSpacing: 0 } as const;

/** A scale of about 1.25 whose sizes grow with the window. It uses rem, so that it follows the user's text size. */
export const typography = {
  fontFamily: textFont,
  htmlFontSize: 16,
  h1: {
    ...display,
    fontSize: 'clamp(2.125rem, 1.62rem + 2.3vw, 3.5rem)',
    lineHeight: 1.08,
    letterSpacing: '-0.022em',
  },
  h2: {
    ...display,
    fontSize: 'clamp(1.625rem, 1.4rem + 1.05vw, 2.25rem)',
    lineHeight: 1.16,
    letterSpacing: '-0.016em',
  },
  h3: { ...display, fontSize: '1.375rem', lineHeight: 1.25, letterSpacing: '-0.01em' },
  h4: { ...text, fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35, textWrap: 'balance' },
  subtitle1: {
    ...text,
    fontSize: 'clamp(1.0625rem, 1rem + 0.3vw, 1.25rem)',
    lineHeight: 1.55,
    textWrap: 'pretty',
  },
  body1: { ...text, fontSize: '1rem', lineHeight: 1.6 },
  body2: { ...text, fontSize: '0.9375rem', lineHeight: 1.5 },
  caption: { ...text, fontSize: '0.8125rem', lineHeight: 1.4 },
  overline: {
    ...text,
    fontSize: '0.8125rem',
    fontWeight: 650,
    lineHeight: 1.4,
    letterSpacing: '0.09em',
    textTransform: 'uppercase',
  },
  button: { ...text, fontSize: '1rem', fontWeight: 650, lineHeight: 1.25, textTransform: 'none' },
} as const satisfies TypographyVariantsOptions;
