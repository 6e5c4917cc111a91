import type { CSSObject } from '@mui/material/styles';

/** Black on white in both colour schemes. */
const printColours = {
  'background-default': '#fff',
  'background-paper': '#fff',
  'text-primary': '#000',
  'text-secondary': '#333',
  'primary-main': '#000',
  'secondary-main': '#000',
  sand: '#fff',
  tint: '#fff',
  taken: '#fff',
  takenText: '#333',
  line: '#999',
  outline: '#999',
  night: '#fff',
  nightText: '#000',
  nightTextSoft: '#333',
};

/** Not printed. The header of a page's content is printed: a booking has its room, state and reference there. */
const controls =
  'header:not(#main header), footer, nav, button, .skip, .MuiButton-root, .MuiTabs-root, .MuiModal-root';
const messages = '[data-flow="notifier"], [data-flow="connection"]';

/** A page's content without navigation and overlays. */
export const printStyles: CSSObject = {
  '@page': { margin: '14mm' },
  // ':root' twice has a higher specificity than the rule of the dark colour scheme.
  ':root:root': Object.fromEntries(
    Object.entries(printColours).map(([name, colour]) => [`--mui-palette-${name}`, colour]),
  ),
  [`${controls}, ${messages}`]: { display: 'none !important' },
  '#main': { minHeight: '0 !important' },
  '#main > *': { maxWidth: 'none', padding: '0 !important' },
  'article, section, aside, li, figure, img': { breakInside: 'avoid' },
  // These may be longer than a sheet.
  'section, main article:has(h1)': { breakInside: 'auto' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  '*': { boxShadow: 'none !important', transition: 'none !important' },
  'article a[href^="http"]::after': { content: '" (" attr(href) ")"', fontSize: '0.85em' },
};
