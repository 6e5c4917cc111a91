import { createTheme, type Theme } from '@mui/material/styles';
import { baselineOverrides } from './baseline.ts';
import { buttonOverrides } from './components/buttons.ts';
import { feedbackOverrides } from './components/feedback.tsx';
import { fieldOverrides } from './components/fields.ts';
import { navigationOverrides } from './components/navigation.ts';
import { surfaceOverrides } from './components/surfaces.ts';
import { textOverrides } from './components/text.ts';
import { dark, light } from './palette.ts';
import { typography } from './typography.ts';

const FLAT = 'none';

/** The three elevations in use, by Material's number. */
const shadows = {
  1: '0 1px 2px rgb(60 44 22 / 0.06), 0 6px 20px -8px rgb(60 44 22 / 0.14)',
  4: '0 2px 4px rgb(60 44 22 / 0.06), 0 18px 40px -16px rgb(60 44 22 / 0.24)',
  8: '0 4px 10px rgb(20 20 14 / 0.12), 0 32px 72px -20px rgb(20 20 14 / 0.42)',
} as const;

export const siteTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  // In em, so that a larger text size gets the layout of a smaller window.
  breakpoints: { unit: 'em', step: 0.1, values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  typography,
  shape: { borderRadius: 14 },
  shadows: [
    FLAT,
    ...Array<string>(3).fill(shadows[1]),
    ...Array<string>(4).fill(shadows[4]),
    ...Array<string>(17).fill(shadows[8]),
  ] as Theme['shadows'],
  components: {
    ...baselineOverrides,
    ...buttonOverrides,
    ...feedbackOverrides,
    ...fieldOverrides,
    ...navigationOverrides,
    ...surfaceOverrides,
    ...textOverrides,
  },
});
