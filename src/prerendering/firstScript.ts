/**
 * The inline script of a prerendered page. It applies the web fonts and loads the first script (src/main.ts) after the first
 * paint, so that the paint waits for nothing but the document. The first script needs the whole document, of which a browser may
 * paint a part. On further pages of the same tab, when the browser has the fonts in its cache, they are applied before the paint.
 * The text is the same in every build, because a Content-Security-Policy allows it by its hash (docs/two-origins.md).
 *
 * Without a paint, for example in a tab that was opened in the background, it waits 2.5 seconds.
 *
 * What the visitor presses and submits until then is kept for the first script (src/eventReplay.ts). If that script cannot be
 * loaded, the browser submits the form, and the server answers that nothing was sent.
 */
const CODE = `{
const { dataset } = document.currentScript
const fonts = document.querySelector('style[data-fonts]')
const events = []
const listening = new AbortController()
for (const kind of ['click', 'keydown', 'submit']) addEventListener(kind, (event) => {
  events.push(event)
  if (kind === 'submit') event.preventDefault()
}, { capture: true, signal: listening.signal })
globalThis.takeEarlyEvents = () => {
  listening.abort()
  return events
}
const load = () => {
  const script = Object.assign(document.createElement('script'), { type: 'module', src: dataset.first })
  script.onerror = () => takeEarlyEvents().find(({ type }) => type === 'submit')?.target.submit()
  document.head.append(script)
}
let begun
const begin = () => {
  if (begun) return
  begun = true
  fonts.media = 'all'
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', load)
  else load()
}
setTimeout(begin, 2500)
try {
  if (sessionStorage.getItem('fonts')) fonts.media = 'all'
} catch {}
new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length) begin()
}).observe({ type: 'paint', buffered: true })
}`;

/** @param href the URL of the first script */
export const firstScript = (href: string): string => `<script data-first="${href}">${CODE}</script>`;
