import type { CSSObject } from '@mui/material/styles';

/** The colours of paper, by the names of the theme's variables: black on white, whatever the screen is. */
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

/** What can only be used on a screen. */
const controls = 'header, footer, nav, button, .skip, .MuiButton-root, .MuiTabs-root, .MuiModal-root';
const messages = '[data-flow="notifier"], [data-flow="connection"]';

/** Any page on paper: what it says, without what leads elsewhere or lies over it. */
export const print: CSSObject = {
  '@page': { margin: '14mm' },
  // Twice, to outweigh the dark scheme's.
  ':root:root': Object.fromEntries(
    Object.entries(ink).map(([name, colour]) => [`--mui-palette-${name}`, colour]),
  ),
  [`${controls}, ${messages}`]: { display: 'none !important' },
  '#main': { minHeight: '0 !important' },
  '#main > *': { maxWidth: 'none', padding: '0 !important' },
  'article, section, aside, li, figure, img': { breakInside: 'avoid' },
  // Longer than a page: they must break.
  'section, main article:has(h1)': { breakInside: 'auto' },
  'h1, h2, h3': { breakAfter: 'avoid' },
  '*': { boxShadow: 'none !important' },
  'article a[href^="http"]::after': { content: '" (" attr(href) ")"', fontSize: '0.85em' },
};
