import createEmotionServer from '@emotion/server/create-instance';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import { createUnstartedApp } from '../../../machines/app.ts';
import { registry } from '../../../machines/registry.ts';
import { initialDataOf, type PageData } from '../effects/initialData.ts';
import { App } from '../App.tsx';
import { loadRoute, routes } from '../routes.tsx';
import { NoScriptPage } from '../loading/NoScriptPage.tsx';
import { Shell } from '../layout/Shell.tsx';
import { createStyles } from '../../ui/theme/styles.ts';

export interface Rendered {
  /** Elements for the head come first. */
  readonly html: string;
  /** The `<style>` elements with exactly the rules that the page needs. */
  readonly styles: string;
}

async function render(path: string, data: PageData, pages: RouteObject[]): Promise<Rendered> {
  const styles = createStyles();
  // Created before rendering, so that styles are collected instead of written next to each element.
  const collected = createEmotionServer(styles);
  const app = createUnstartedApp(initialDataOf(data), [(await loadRoute(path)).flows]);
  const handler = createStaticHandler(pages);
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} is redirected`);
  const { prelude } = await prerender(
    <StrictMode>
      <App actor={app} prerendered={app} styles={styles}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </StrictMode>,
    {
      // Otherwise large sections would come as templates, which a script puts in their place.
      progressiveChunkSize: Infinity,
      onError(error) {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const used = collected.constructStyleTagsFromChunks(collected.extractCriticalToChunks(html));
  return { html, styles: used };
}

/** The page as the browser renders it first, with its initial data. */
export const renderPage = (path: string, data: PageData): Promise<Rendered> => render(path, data, routes);

/** The layout without a page, for pages that only the browser renders. */
export const renderFrame = (data: PageData): Promise<Rendered> =>
  render('/frame', data, [{ Component: Shell, children: [{ path: '*', Component: NoScriptPage }] }]);

/** The file names of a page's flows, for the preloads of its document. */
export async function flowModules(path: string): Promise<string[]> {
  const { groups } = await loadRoute(path);
  return Object.entries(registry.lazy)
    .filter(([, group]) => groups.includes(group))
    .map(([name]) => `${name}.ts`);
}
