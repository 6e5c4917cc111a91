import { createTheme } from '@mui/material/styles';
import { dark, light } from '../../../src/ui/theme/palette.ts';

export const CODE = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** Of controls, which wrap. */
export const row = { flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 1.5, py: 0.75 } as const;

const small = { fontSize: '0.8125rem', lineHeight: 1.4 } as const;
const outline = { minWidth: 0, borderColor: 'var(--mui-palette-outline)' } as const;
const outlined = { size: 'small', variant: 'outlined', color: 'inherit' } as const;

/** The colours of the site in a denser layout: developers use this page next to the site. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  typography: {
    fontFamily: "system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
    h1: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.4 },
    h2: { fontSize: '0.875rem', fontWeight: 650, lineHeight: 1.4 },
    body1: small,
    body2: small,
    // Of code: states, events and values.
    caption: { fontFamily: CODE, fontSize: '0.75rem', lineHeight: 1.5 },
    button: { ...small, textTransform: 'none' },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: { defaultProps: outlined, styleOverrides: { root: outline } },
    MuiCheckbox: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 4 } } },
    MuiFormControlLabel: { styleOverrides: { root: { margin: 0 }, label: small } },
    MuiInputBase: { styleOverrides: { root: small } },
    // 12 px above the field.
    MuiInputLabel: { styleOverrides: { root: { fontSize: '1rem' } } },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { '& legend': { fontSize: '0.75rem' } } } },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiTabs: { styleOverrides: { root: { minHeight: 34 } } },
    MuiTab: { styleOverrides: { root: { minHeight: 34, minWidth: 64, paddingBlock: 4 } } },
    MuiCssBaseline: { styleOverrides: { ':focus-visible': { outline: '2px solid', outlineOffset: -2 } } },
  },
});
