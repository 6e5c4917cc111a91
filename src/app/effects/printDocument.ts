/** The hidden frame stays in the page until the next document is printed. */
export function printDocument(html: string, title: string): void {
  document.querySelector('iframe[data-print]')?.remove();
  const frame = document.createElement('iframe');
  frame.dataset['print'] = '';
  frame.title = title;
  // Scripts of the document do not run; the page may open the print dialog.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // Hidden by its size, because browsers do not print a frame that is not rendered.
  frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0';
  frame.addEventListener('load', () => frame.contentWindow?.print());
  frame.srcdoc = html;
  document.body.append(frame);
}
