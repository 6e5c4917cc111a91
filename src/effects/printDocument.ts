/** Prints an HTML document of the API that has no script. It stays in the page, unseen, until the next one is printed. */
export function printDocument(html: string, title: string): void {
  document.querySelector('iframe[data-print]')?.remove();
  const frame = document.createElement('iframe');
  frame.dataset['print'] = '';
  frame.title = title;
  // No script of it runs; the page itself may open the print dialog.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // Hidden by size: browsers print nothing of a frame that is not rendered.
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0';
  frame.addEventListener('load', () => frame.contentWindow?.print());
  frame.srcdoc = html;
  document.body.append(frame);
}
