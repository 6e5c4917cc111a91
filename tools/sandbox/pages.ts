import type { FastifyInstance } from 'fastify';
import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline';
import latinExtended from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?inline';
import checkoutScript from './assets/checkout.js?raw';
import formsStyle from './assets/forms.css?raw';
import fieldsScript from './assets/fields.js?raw';
import linkHtml from './assets/link.html?raw';
import linkScript from './assets/link.js?raw';
import pageStyle from './assets/page.css?raw';
import pageHtml from './assets/page.html?raw';
import pageScript from './assets/page.js?raw';
import sheetScript from './assets/sheet.js?raw';

/** The sheet runs only the files of assets/, connects only to this server, and can be embedded only by the shop's pages. */
const sheetPolicy = (shopOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...shopOrigins].join(' '),
  ].join('; ');

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The bundler inlines a file as a data: URL. */
const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The browser's files: the script that shops include, the sheet in its iframe, and the page of a payment link. */
export async function pages(app: FastifyInstance, shopOrigins: readonly string[]): Promise<void> {
  const policy = sheetPolicy(shopOrigins);
  // The page of a link includes the checkout like a shop's page: the checkout script sets inline styles and opens a frame.
  const linkPolicy = policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .concat("; frame-src 'self'; img-src 'self' data:");
  app.get('/l/:id', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', linkPolicy)
      .send(linkHtml),
  );
  const serve = (path: string, type: string, content: string | Buffer): void => {
    app.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .send(content),
    );
  };
  serve('/checkout.js', JAVASCRIPT, checkoutScript);
  serve('/checkout/public', 'text/html; charset=utf-8', pageHtml);
  serve('/checkout/link.js', JAVASCRIPT, linkScript);
  serve('/checkout/page.css', 'text/css; charset=utf-8', pageStyle);
  serve('/checkout/forms.css', 'text/css; charset=utf-8', formsStyle);
  serve('/checkout/page.js', JAVASCRIPT, pageScript);
  serve('/checkout/sheet.js', JAVASCRIPT, sheetScript);
  serve('/checkout/fields.js', JAVASCRIPT, fieldsScript);
  serve('/checkout/figtree-latin.woff2', 'font/woff2', bytesOf(latin));
  serve('/checkout/figtree-latin-ext.woff2', 'font/woff2', bytesOf(latinExtended));
}
