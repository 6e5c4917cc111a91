/* The entry of the renderer: the build prerenders pages with it (scripts/prerender.ts), and the server renders them again. */
export { canonicalJson } from '../../../domain/text/canonicalJson.ts';
export { FRAME, NOT_FOUND } from '../../../domain/content/sitePaths.ts';
export { sitemap } from '../../../domain/content/sitemap.ts';
export { lowestOf } from '../../../domain/money/pricing.ts';
export { composeDocument } from './document.ts';
export { blogPage, postPage, roomPages, staticPages } from './publicPages.ts';
export { renderDocument } from './renderDocument.ts';
export { flowModules, renderFrame, renderPage } from './renderPage.tsx';
