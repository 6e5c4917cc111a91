import type { CSSObject } from '@mui/material/styles';

/** The colours in print, by the theme's variables: black on white in both schemes. */
const ink = {
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

/** Elements that are useless on paper. */
const controls = 'header, footer, nav, button, .skip, .MuiButton-root, .MuiTabs-root, .MuiModal-root';
const messages = '[data-flow="notifier"], [data-flow="connection"]';

/** The print styles of every page: its content without navigation and overlays. */
export const printStyles: CSSObject = {
  '@page': { margin: '14mm' },
  // Twice, to outweigh the dark scheme's rule.
  ':root:root': Object.fromEntries(
    Object.entries(ink).map(([name, colour]) => [`--mui-palette-${name}`, colour]),
  ),
  [`${controls}, ${messages}`]: { display: 'none !important' },
  '#main': { minHeight: '0 !important' },
  '#main > *': { maxWidth: 'none', padding: '0 !important' },
  'article, section, aside, li, figure, img': { breakInside: 'avoid' },
  // They may be longer than a sheet.
  'section, main article:has(h1)': { breakInside: 'auto' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  '*': { boxShadow: 'none !important', transition: 'none !important' },
  'article a[href^="http"]::after': { content: '" (" attr(href) ")"', fontSize: '0.85em' },
};
