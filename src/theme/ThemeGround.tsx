import type { EmotionCache } from '@emotion/cache';
import { CacheProvider, Global, type Theme, ThemeContext } from '@emotion/react';
import type { ReactNode } from 'react';
import { baseline } from './baseline.ts';
import { ground, variables } from './ground.ts';

interface Props {
  /** Where the page's styles go: into the document's head, or, when a page is prerendered, into its file. */
  styles: EmotionCache;
  children: ReactNode;
}

const documentStyles = [variables, baseline];

/** What every page is styled with. */
export const ThemeGround = ({ styles, children }: Props) => (
  <CacheProvider value={styles}>
    <ThemeContext value={ground satisfies Theme}>
      <Global styles={documentStyles} />
      {children}
    </ThemeContext>
  </CacheProvider>
);
