import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/system';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

interface Props {
  /** Where the page's styles go: into the document's head, or, when a page is prerendered, into its file. */
  styles: EmotionCache;
  children: ReactNode;
}

/** The theme's colours as CSS variables, light and dark. */
const variables = theme.generateStyleSheets();

/** The theme and the place of its styles, for one tree of React. */
export const StyleScope = ({ styles, children }: Props) => (
  <CacheProvider value={styles}>
    <ThemeProvider theme={theme}>{children}</ThemeProvider>
  </CacheProvider>
);

/**
 * What every page is styled with. The provider is the one inside Material's own, which also keeps, watches and stores a colour
 * scheme that visitors choose; ours is the system's (decision 27).
 */
export const SiteTheme = ({ styles, children }: Props) => (
  <StyleScope styles={styles}>
    <GlobalStyles styles={variables} />
    <CssBaseline />
    {children}
  </StyleScope>
);
