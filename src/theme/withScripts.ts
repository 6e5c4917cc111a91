import type { CSSObject } from '@emotion/react';

/** What can do nothing without scripts is not shown where none run. */
export const withScripts: CSSObject = { '@media (scripting: none)': { display: 'none' } };
