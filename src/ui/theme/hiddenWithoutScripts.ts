import type { CSSObject } from '@mui/material/styles';

/** For an element that needs scripts. */
export const hiddenWithoutScripts: CSSObject = { '@media (scripting: none)': { display: 'none' } };
