import createEmotionServer from '@emotion/server/create-instance';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { createUnstartedApp } from '../../machines/app.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import type { InitialData } from '../../machines/visit.ts';
import { App } from '../App.tsx';
import { HYDRATES_LATER } from '../hydrationEvents.ts';
import { NoScriptPage } from '../shell/NoScriptPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { prerenderedSection } from '../shell/lazySection.tsx';
import { preloadPage, Site } from '../Site.tsx';
import { composedStyles, renderedStyles } from '../theme/composedStyles.ts';
import { createStyles, PAGE } from '../theme/styles.ts';
import { withUsedVariables } from '../theme/usedVariables.ts';

export interface Rendered {
  /** The page's elements. Elements for the head come first. */
  readonly html: string;
  /** The `<style>` elements with exactly the rules that the page needs. */
  readonly styles: string;
}

const SECTION_PLACEHOLDER = new RegExp(`<div ${HYDRATES_LATER}="(\\w+)"></div>`, 'g');

async function render(
  path: string,
  initialData: InitialData,
  site: ReactNode,
  flows: readonly FlowGroup[] = [],
): Promise<Rendered> {
  const styles = createStyles();
  // Created before rendering, so that styles are collected instead of written beside each element.
  const collected = createEmotionServer(styles);
  const hydrationActor = createUnstartedApp(initialData, flows);
  const page = renderToString(
    <StrictMode>
      <App actor={hydrationActor} hydrationActor={hydrationActor} styles={styles}>
        <StaticRouter location={path}>{site}</StaticRouter>
      </App>
    </StrictMode>,
  );
  const units = [{ unit: PAGE, rendered: renderedStyles(styles) }];
  // Lazy sections are hydrated separately, so they are rendered separately and inserted into their placeholders.
  let html = page;
  for (const [placeholder, name = ''] of page.matchAll(SECTION_PLACEHOLDER)) {
    const previousStyles = new Set(renderedStyles(styles));
    const tree = await prerenderedSection(name, styles, initialData);
    const section = renderToString(tree, { identifierPrefix: name });
    html = html.replace(placeholder, () => placeholder.replace('></div>', `>${section}</div>`));
    units.push({
      unit: name,
      rendered: renderedStyles(styles).filter((style) => !previousStyles.has(style)),
    });
  }
  const used = collected.constructStyleTagsFromChunks(collected.extractCriticalToChunks(html));
  const composed = units.map(({ unit, rendered }) => composedStyles(styles, rendered, html, unit));
  return { html, styles: withUsedVariables(used + composed.join(''), html) };
}

/** Renders a page as the browser renders it first, with its initial data. */
export async function renderPage(path: string, initialData: InitialData): Promise<Rendered> {
  return render(path, initialData, <Site />, await preloadPage(path));
}

/** Renders the empty frame: the layout without a page, for pages that only the browser renders. */
export const renderFrame = (initialData: InitialData): Promise<Rendered> =>
  render(
    '/frame',
    initialData,
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={<NoScriptPage />} />
      </Route>
    </Routes>,
  );
