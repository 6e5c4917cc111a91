import { CODE } from './theme.ts';

/** Styles by element and not by component: the log has a thousand lines. */
export const list = {
  flex: 1,
  // The scroll position stays at the end.
  display: 'flex',
  flexDirection: 'column-reverse',
  overflow: 'auto',
  borderTop: 1,
  borderColor: 'divider',
  fontSize: '0.8125rem',
  '& > div': { mb: 'auto' },
  '& ul, & ol': { m: 0, p: 0, listStyle: 'none' },
  '& > div > p, & .visit': { m: 0, px: 1.5, py: 0.5, color: 'text.secondary', bgcolor: 'sand' },
  '& time': { color: 'text.secondary', font: '0.75rem system-ui', fontVariantNumeric: 'tabular-nums' },
  '& li b, & li i': { font: `600 0.75rem ${CODE}` },
  '& li i': { ml: 0.5, color: 'secondary.main' },
  '& [data-event^="xstate."] b': { fontWeight: 400 },
  '& [data-outcome="failed"] b, & [data-outcome="failed"] i': { color: 'error.main' },
  '& [data-outcome="ignored"] i': { color: 'text.secondary' },
  '& .MuiListItemButton-root': { display: 'grid', alignItems: 'baseline', py: 0.375, px: 1.5 },
  '& .details': { mx: 1.5, my: 0.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 2 },
  '& .details > * + *': { mt: 1 },
} as const;

export const log = {
  '& .MuiListItemButton-root': {
    gap: 1,
    gridTemplateColumns: '5.5rem minmax(5rem, 1fr) 1rem minmax(5rem, 1fr) minmax(0, 6fr) minmax(5rem, 1.5fr)',
  },
  '& .MuiListItemButton-root > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiListItemButton-root > span': { color: 'text.secondary' },
  '& .MuiListItemButton-root b': { color: 'text.primary', mr: 1 },
} as const;

const TIME = '6.5rem';
const LANE = '7.5rem';
const HALF = `calc(${LANE} / 2)`;

const lines =
  'linear-gradient(to right, transparent calc(50% - 1px), var(--mui-palette-divider) 0 50%, transparent 0)';
const tip = { position: 'absolute', bottom: '-4.5px', width: 8, height: 8, bgcolor: 'primary.main' } as const;

/** An arrow reaches from the middle of a lane to the middle of another one. */
export const sequence = (lanes: number) =>
  ({
    '& .lanes, & .MuiListItemButton-root': {
      display: 'grid',
      gridTemplateColumns: `${TIME} repeat(${lanes}, ${LANE}) 8rem`,
      px: 0,
    },
    '& > div': { mb: 'auto', width: 'max-content', minWidth: '100%' },
    '& .lanes': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper', fontWeight: 600 },
    '& .lanes li': { overflow: 'hidden', textAlign: 'center', textOverflow: 'ellipsis' },
    '& ol': { background: `${lines} ${TIME} 0 / ${LANE} 100%` },
    '& time': { position: 'sticky', left: 0, zIndex: 1, px: 1.5, bgcolor: 'background.paper' },
    '& .arrow': { position: 'relative', ml: HALF, mr: `calc(${LANE} / -2)`, whiteSpace: 'nowrap' },
    '& .arrow:not(.self)': { borderBottom: 1.5, borderColor: 'primary.main' },
    '& .arrow > span': { display: 'inline-block', position: 'sticky', left: TIME, px: 1 },
    '& .arrow.right::after': { ...tip, content: '""', right: 0, clipPath: 'polygon(0 0, 100% 50%, 0 100%)' },
    '& .arrow.left::after': { ...tip, content: '""', left: 0, clipPath: 'polygon(100% 0, 0 50%, 100% 100%)' },
    '& .arrow.self::before': { content: '"↻" / ""', color: 'primary.main' },
  }) as const;
