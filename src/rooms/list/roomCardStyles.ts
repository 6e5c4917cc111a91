import type { CSSObject, Theme } from '@mui/material/styles';

/**
 * The layout of a room's card and its skeleton. On a phone there is one column. On a tablet the name is beside the picture,
 * and the slots have the whole width of the card. On a desktop name and slots are beside the picture.
 */
export const roomCardStyles = (theme: Theme): CSSObject => ({
  display: 'grid',
  '& .photo': {
    aspectRatio: '3 / 2',
    borderRadius: 0,
    [theme.breakpoints.down('sm')]: { aspectRatio: '5 / 2' },
  },
  '& .about': {
    display: 'flex',
    flexDirection: 'column',
    gap: theme.spacing(2),
    minWidth: 0,
    padding: theme.spacing(2.5),
  },
  // The selection and Book now.
  '& .booking': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(1.5, 3),
    marginBlockStart: 'auto',
    paddingBlockStart: theme.spacing(2),
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  },
  // On a phone a card is higher than the window: Book now stays at the bottom of the window while the card's times are shown. At
  // 400% zoom it would cover a third of the screen.
  [`${theme.breakpoints.down('sm')} and (min-height: 20rem)`]: {
    overflow: 'clip',
    '& .booking': {
      position: 'sticky',
      zIndex: 1,
      insetBlockEnd: 0,
      flexWrap: 'nowrap',
      margin: theme.spacing(0, -2.5, -2.5),
      gap: theme.spacing(1),
      padding: theme.spacing(1.25, 2),
      backgroundColor: theme.vars.palette.background.paper,
    },
    'html:has(&)': { scrollPaddingBlockEnd: 88 },
  },
  [theme.breakpoints.between('sm', 'md')]: {
    grid: 'auto 1fr / 15rem minmax(0, 1fr)',
    gap: theme.spacing(2, 2.5),
    padding: theme.spacing(2.5),
    '& .photo': { gridRow: 'span 2', borderRadius: 14 },
    '& .about': { display: 'contents' },
    // The slots and all elements below them.
    '& .about > :nth-of-type(n + 2)': { gridColumn: '1 / -1' },
  },
  // A day's slots are wide and low, so the amenities are below the picture, and name and slots are beside it.
  [theme.breakpoints.up('md')]: {
    grid: 'auto 1fr auto / minmax(19rem, 24rem) minmax(0, 1fr)',
    gap: theme.spacing(2, 3),
    padding: theme.spacing(2.5),
    '& .about': { display: 'contents' },
    '& .photo': { gridArea: '1 / 1 / span 2', alignSelf: 'start', borderRadius: 14 },
    '& .about > *': { gridColumn: 2 },
    '& .about > ul, & .about > .amenities': { gridArea: '3 / 1' },
    '& .booking': { margin: 0 },
  },
});
