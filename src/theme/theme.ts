import { createTheme } from '@mui/material/styles';
import { components } from './components.ts';
import { dark, light } from './palette.ts';
import { SCREEN_STEP, screens, shadows, SPACING, zIndex } from './scale.ts';
import { typography } from './typography.ts';

const FLAT = 'none';

/** The one theme of the site: light, and dark for systems that ask for it. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  breakpoints: { unit: 'em', step: SCREEN_STEP * 100, values: { xs: 0, ...screens } },
  spacing: SPACING,
  typography,
  components,
  shape: { borderRadius: 14 },
  shadows: [
    FLAT,
    ...Array<string>(3).fill(shadows[1]),
    ...Array<string>(4).fill(shadows[4]),
    ...Array<string>(17).fill(shadows[8]),
  ] as ReturnType<typeof createTheme>['shadows'],
  zIndex,
});
