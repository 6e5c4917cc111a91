import type { BrowserContext } from '@playwright/test';

/**
 * Changes every page as the translation of a browser does, as soon as it is hydrated: each text node, present and future, is
 * replaced by a copy in `font` elements. The copy has the same text, so that a test finds it.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const NOT_TRANSLATED =
      'script, style, noscript, textarea, select, svg, .notranslate, [translate="no"], font font';
    const translate = (text: Text) => {
      if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(NOT_TRANSLATED)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateAll = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) translate(text);
    };
    const startWhenHydrated = new MutationObserver(() => {
      const state = document.querySelector('header [data-flow="session"]')?.getAttribute('data-state');
      if (!state || state.startsWith('restoring')) return;
      startWhenHydrated.disconnect();
      translateAll();
      new MutationObserver(translateAll).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    startWhenHydrated.observe(document, { subtree: true, childList: true, attributes: true });
  });
}
