import type { Theme } from '@mui/material/styles';

/** The styles of the elements of a text such as the terms. */
export const policyTextStyles = (theme: Theme) => ({
  '& h2': { margin: theme.spacing(5, 0, 1), fontSize: 'clamp(1.375rem, 1.25rem + 0.5vw, 1.625rem)' },
  '& p': { margin: theme.spacing(1, 0, 0), textWrap: 'pretty' as const },
  '& ul, & ol': { margin: theme.spacing(1, 0, 0), paddingInlineStart: theme.spacing(2.5) },
  '& li + li': { marginBlockStart: theme.spacing(0.5) },
  '& a': { color: theme.vars.palette.primary.main, fontWeight: 600 },
});
