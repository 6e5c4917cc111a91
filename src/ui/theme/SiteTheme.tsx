import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { siteTheme } from './theme.ts';

interface Props {
  /** Writes styles to the document's head or collects them at prerendering. */
  styles: EmotionCache;
  children: ReactNode;
}

/** The colour scheme is the system's, so none is stored. */
export const SiteTheme = ({ styles, children }: Props) => (
  <CacheProvider value={styles}>
    <ThemeProvider theme={siteTheme} storageManager={null} noSsr>
      <CssBaseline />
      {children}
    </ThemeProvider>
  </CacheProvider>
);
