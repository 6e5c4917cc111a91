/* The entry of the renderer: the build prerenders pages with it (scripts/prerender.mjs), and the server renders them again. */
export { canonicalJson } from '../../domain/canonicalJson.ts';
export { FRAME, NOT_FOUND } from '../../domain/sitePaths.ts';
export { sitemap } from '../../domain/sitemap.ts';
export { lowestPriceOf } from '../../domain/pricing.ts';
export { composeDocument } from './document.ts';
export { flowModules } from './flowModules.ts';
export { blogPage, postPage, roomPages, staticPages } from './publicPages.ts';
export { renderDocument } from './renderDocument.ts';
export { renderFrame, renderPage } from './renderPage.tsx';
