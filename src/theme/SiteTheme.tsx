import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/system';
import type { ReactNode } from 'react';
import { siteTheme } from './theme.ts';

interface Props {
  /** Emotion's cache, which writes styles to the document's head or collects them at prerendering. */
  styles: EmotionCache;
  children: ReactNode;
}

/** The theme and the style cache for one React tree. */
export const StyleScope = ({ styles, children }: Props) => (
  <CacheProvider value={styles}>
    <ThemeProvider theme={siteTheme()}>{children}</ThemeProvider>
  </CacheProvider>
);

/**
 * The theme of every page. It uses the inner provider of @mui/system. Material's provider would add choosing and storing a
 * colour scheme, but the site follows the system's colour scheme (decision 27).
 */
export const SiteTheme = ({ styles, children }: Props) => (
  <StyleScope styles={styles}>
    <GlobalStyles styles={siteTheme().generateStyleSheets()} />
    <CssBaseline />
    {children}
  </StyleScope>
);
