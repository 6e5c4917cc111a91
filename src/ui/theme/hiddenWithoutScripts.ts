import type { CSSObject } from '@mui/material/styles';

/** Hides an element that needs scripts when scripts are off. */
export const hiddenWithoutScripts: CSSObject = { '@media (scripting: none)': { display: 'none' } };
