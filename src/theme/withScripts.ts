import type { CSSObject } from '@mui/material/styles';

/** Hides elements that need scripts when scripts are off. */
export const withScripts: CSSObject = { '@media (scripting: none)': { display: 'none' } };
