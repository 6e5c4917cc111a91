const style = `
  :host { all: initial; position: fixed; inset: auto auto 12px 12px; z-index: 2147483000; }
  button {
    min-height: 44px; padding: 0 16px; border: 1px solid var(--mui-palette-line, #e4d9c8); border-radius: 22px; cursor: pointer;
    color: var(--mui-palette-text-primary, #17302e); background: var(--mui-palette-background-paper, #fffdf9);
    font: 600 14px/1.3 Figtree, system-ui, sans-serif; box-shadow: 0 2px 10px rgb(20 20 14 / .16);
  }
  button:focus-visible { outline: 3px solid var(--mui-palette-secondary-main, #ad4526); outline-offset: 2px; }
`;

/**
 * A small button in a corner of the page that opens the inspector, and says when the browser has blocked its window. It is outside
 * React and in a shadow tree, because it is not part of the site.
 */
export function createInspectBar(openInspector: () => boolean) {
  const host = document.createElement('section');
  host.ariaLabel = 'Development';
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.innerHTML = `<style>${style}</style><button></button>`;
  const button = shadow.querySelector('button') as HTMLButtonElement;
  const show = (isBlocked: boolean): void => {
    button.textContent = isBlocked ? 'The browser blocked the inspector’s window. Open it' : 'Inspect';
  };
  button.addEventListener('click', () => show(!openInspector()));
  show(false);
  document.body.append(host);
  return { show };
}
