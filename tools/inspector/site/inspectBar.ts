import type { InspectorWindow } from './inspectorWindow.ts';

const style = `
  :host { all: initial; position: fixed; inset: auto auto 12px 12px; z-index: 2147483000; }
  section {
    display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; max-width: calc(100vw - 24px); box-sizing: border-box;
    border: 1px solid var(--mui-palette-line, #e4d9c8); border-radius: 999px; padding: 0;
    color: var(--mui-palette-text-primary, #17302e); background: var(--mui-palette-background-paper, #fffdf9);
    font: 600 14px/1.3 Figtree, system-ui, sans-serif; box-shadow: 0 2px 10px rgb(20 20 14 / .16);
  }
  section.prompting { border-radius: 16px; padding: 8px 12px 8px 18px; }
  p { margin: 0; font-weight: 500; }
  p[hidden], button[hidden] { display: none; }
  button {
    display: inline-flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 16px; border: 0; border-radius: 999px;
    color: inherit; background: transparent; font: inherit; cursor: pointer;
  }
  button:hover { background: var(--mui-palette-tint, #dcebe5); }
  button:focus-visible { outline: 3px solid var(--mui-palette-secondary-main, #ad4526); outline-offset: 2px; }
  .prompting .open { color: var(--mui-palette-primary-contrastText, #fff); background: var(--mui-palette-primary-main, #0f4c48); }
  .dot { width: 9px; height: 9px; border-radius: 50%; background: var(--mui-palette-outline, #857a69); }
  .dot.on { background: var(--mui-palette-success-main, #2c6a3f); }
`;

/**
 * A small button in a corner of the page that opens the inspector. When the browser has blocked the window, the button becomes a
 * bar that asks for a click. It is outside React and in a shadow tree, because it is not part of the site.
 */
export function createInspectBar(inspector: InspectorWindow) {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.innerHTML =
    `<style>${style}</style><section aria-label="Development"><p hidden>The browser blocked the inspector’s window.</p>` +
    `<button type="button" class="open"><span class="dot" aria-hidden="true"></span><span class="name">Inspect</span></button>` +
    `<button type="button" class="dismiss" hidden>Not now</button></section>`;
  const find = (selector: string): HTMLElement => {
    const found = shadow.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`the bar has no ${selector}`);
    return found;
  };

  const render = (isPrompting: boolean): void => {
    find('section').classList.toggle('prompting', isPrompting);
    for (const hidden of [find('p'), find('.dismiss')]) hidden.hidden = !isPrompting;
    find('.name').textContent = isPrompting ? 'Open the inspector' : 'Inspect';
    find('.dot').classList.toggle('on', inspector.isOpen());
    find('.open').title = inspector.isOpen() ? 'The inspector is open' : 'Watch the flows of this page';
  };
  find('.open').addEventListener('click', () => render(!inspector.open()));
  find('.dismiss').addEventListener('click', () => render(false));
  inspector.onConnected(() => render(false));
  render(false);
  document.body.append(host);

  return { prompt: () => render(true) };
}
