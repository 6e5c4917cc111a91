import type { CSSObject } from '@mui/material/styles';

/** What can do nothing without scripts is not shown where none run. */
export const withScripts: CSSObject = { '@media (scripting: none)': { display: 'none' } };
