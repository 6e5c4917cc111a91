import { createTheme } from '@mui/material/styles';
import { components } from './components.ts';
import { dark, light } from './palette.ts';
import { typography } from './typography.ts';

const FLAT = 'none';
/** Warm, wide and faint: things lie on paper, they do not float above it. */
const LOW = '0 1px 2px rgb(60 44 22 / 0.06), 0 6px 20px -8px rgb(60 44 22 / 0.14)';
const MIDDLE = '0 2px 4px rgb(60 44 22 / 0.06), 0 18px 40px -16px rgb(60 44 22 / 0.24)';
const HIGH = '0 4px 10px rgb(20 20 14 / 0.12), 0 32px 72px -20px rgb(20 20 14 / 0.42)';

/** The one theme of the site: light, and dark for systems that ask for it. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  // In em, so that readers with larger letters get the layout of a smaller window.
  breakpoints: { unit: 'em', step: 0.1, values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  typography,
  components,
  shape: { borderRadius: 14 },
  shadows: [
    FLAT,
    ...Array<string>(3).fill(LOW),
    ...Array<string>(4).fill(MIDDLE),
    ...Array<string>(17).fill(HIGH),
  ] as ReturnType<typeof createTheme>['shadows'],
});
