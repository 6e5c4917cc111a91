import type {} from '@mui/material/themeCssVarsAugmentation';
import type { PaletteOptions } from '@mui/material/styles';

/** In addition to Material's colours. */
interface SiteColours {
  /** For panels and page sections. */
  sand: string;
  /** A tint of the primary colour: selected or hovered. */
  tint: string;
  /** Dividers. */
  line: string;
  /** Outlines of fields and buttons, with a contrast of 3:1 on every background (WCAG 1.4.11). */
  outline: string;
  taken: string;
  takenText: string;
  /** Dark areas such as the footer. They are dark in both colour schemes. */
  night: string;
  nightText: string;
  nightTextSoft: string;
  brand: typeof brandColours;
}

/** Of the brand, of its drawings, and of what is the same in both colour schemes. */
export const brandColours = {
  teal: '#0f4c48',
  tealDeep: '#175650',
  tealSoft: '#2f6f69',
  /** On dark areas. */
  brass: '#f0b183',
  clay: '#e2794f',
  linen: '#f6e3cc',
  straw: '#dcc5a6',
  ink: '#0b2b29',
  paper: '#fffdf9',
} as const;

declare module '@mui/material/styles' {
  interface Palette extends SiteColours {}
  interface PaletteOptions extends Partial<SiteColours> {}
}

/** Every text colour has a contrast of 4.5:1 on every background that it is used on (WCAG 1.4.3). */
export const light = {
  primary: { main: '#0f4c48', dark: '#0a3634', light: '#2f6f69', contrastText: '#ffffff' },
  secondary: { main: '#ad4526', dark: '#8f361b', light: '#c9674a', contrastText: '#ffffff' },
  success: { main: '#2c6a3f', contrastText: '#ffffff' },
  error: { main: '#a92a1d', contrastText: '#ffffff' },
  warning: { main: '#855600', contrastText: '#ffffff' },
  info: { main: '#1d5a75', contrastText: '#ffffff' },
  background: { default: '#faf6ef', paper: '#fffdf9' },
  text: { primary: '#17302e', secondary: '#4b5d59', disabled: '#6b6459' },
  divider: '#e4d9c8',
  sand: '#f2eadd',
  tint: '#dcebe5',
  line: '#e4d9c8',
  outline: '#857a69',
  taken: '#e9e1d4',
  takenText: '#665f55',
  night: '#0b2b29',
  nightText: '#f6f0e5',
  nightTextSoft: '#b9cbc4',
  brand: brandColours,
} satisfies PaletteOptions;

export const dark = {
  primary: { main: '#8fd3c3', dark: '#b3e3d7', light: '#63b3a2', contrastText: '#06211f' },
  secondary: { main: '#f29b78', dark: '#f7b69b', light: '#d97a55', contrastText: '#2b0f05' },
  success: { main: '#8fd0a0', contrastText: '#0b2412' },
  error: { main: '#ff9c8e', contrastText: '#3a0a04' },
  warning: { main: '#f1c377', contrastText: '#2e1f02' },
  info: { main: '#93cbe6', contrastText: '#06222f' },
  background: { default: '#0e1918', paper: '#162423' },
  text: { primary: '#f4eee3', secondary: '#b6c2bc', disabled: '#95a39e' },
  divider: '#2c413e',
  sand: '#1d2f2d',
  tint: '#1c3f3b',
  line: '#2c413e',
  outline: '#7d918c',
  taken: '#263634',
  takenText: '#9aa8a3',
  night: '#081211',
  nightText: '#f4eee3',
  nightTextSoft: '#a9b9b3',
  brand: brandColours,
} satisfies PaletteOptions;
