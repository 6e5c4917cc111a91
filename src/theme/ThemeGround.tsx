import type { EmotionCache } from '@emotion/cache';
import { CacheProvider, Global, ThemeContext } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import type { ComponentProps, ReactNode } from 'react';
import { theme } from './theme.ts';

/** The theme's colours as CSS variables, light and dark; made once, since nothing on the page changes them. */
const variables = theme.generateStyleSheets();
const defaultProps = theme.components as ComponentProps<typeof DefaultPropsProvider>['value'];

interface Props {
  /** Where the page's styles go: into the document's head, or, when a page is prerendered, into its file. */
  styles: EmotionCache;
  children: ReactNode;
}

/**
 * The theme for all that is inside. Material's own ThemeProvider also keeps, watches and stores which colour scheme was
 * chosen: three kilobytes for a choice that is the system's here (`colorSchemeSelector: 'media'`).
 */
export const ThemeGround = ({ styles, children }: Props) => (
  <CacheProvider value={styles}>
    <ThemeContext value={theme}>
      <DefaultPropsProvider value={defaultProps}>
        <Global styles={variables} />
        <CssBaseline />
        {children}
      </DefaultPropsProvider>
    </ThemeContext>
  </CacheProvider>
);
