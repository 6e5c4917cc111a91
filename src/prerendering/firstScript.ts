/**
 * The inline script of a prerendered page. It applies the web fonts and loads the first script (src/main.ts) after the first
 * paint, so that the paint waits for nothing but the document. For further pages of the same tab, when the browser has the fonts
 * in its cache, it applies them before the paint. The text is the same in every build, because a Content-Security-Policy allows it
 * by its hash (docs/two-origins.md).
 *
 * Without a paint, for example in a tab that was opened in the background, it waits 2.5 seconds.
 */
const CODE = `{
const { dataset } = document.currentScript
const fonts = document.querySelector('style[data-fonts]')
let begun
const begin = () => {
  if (begun) return
  begun = true
  fonts.media = 'all'
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: dataset.first }))
}
try {
  if (sessionStorage.getItem('fonts')) fonts.media = 'all'
} catch {}
new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length) begin()
}).observe({ type: 'paint', buffered: true })
setTimeout(begin, 2500)
}`;

/** @param href the URL of the first script */
export const firstScript = (href: string): string => `<script data-first="${href}">${CODE}</script>`;
