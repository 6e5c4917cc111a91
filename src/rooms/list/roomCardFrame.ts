import Card from '@mui/material/Card';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';

interface Themed {
  theme: Theme;
}

/** On a phone a card is higher than the window. At 400% zoom a bar at the bottom of the window would cover a third of it. */
const highPhone = (theme: Theme) => `${theme.breakpoints.down('sm')} and (min-height: 20rem)`;

/**
 * For a card and its skeleton. On a phone there is one column. On a tablet the name is next to the picture, and the slots
 * have the whole width of the card. On a desktop name and slots are next to the picture.
 */
export const RoomCardFrame = styled(Card)(({ theme }) => ({
  display: 'grid',
  [highPhone(theme)]: {
    overflow: 'clip',
    'html:has(&)': { scrollPaddingBlockEnd: 88 },
  },
  [theme.breakpoints.between('sm', 'md')]: {
    grid: 'auto 1fr / 15rem minmax(0, 1fr)',
    gap: theme.spacing(2, 2.5),
    padding: theme.spacing(2.5),
  },
  // A day's slots are wide and low, so the amenities are below the picture, and name and slots are next to it.
  [theme.breakpoints.up('md')]: {
    grid: 'auto 1fr auto / minmax(19rem, 24rem) minmax(0, 1fr)',
    gap: theme.spacing(2, 3),
    padding: theme.spacing(2.5),
  },
})) as typeof Card;

export const roomCardPhoto = ({ theme }: Themed): CSSObject => ({
  height: 'auto',
  aspectRatio: '3 / 2',
  borderRadius: 0,
  [theme.breakpoints.down('sm')]: { aspectRatio: '5 / 2' },
  [theme.breakpoints.between('sm', 'md')]: { gridRow: 'span 2', borderRadius: 14 },
  [theme.breakpoints.up('md')]: { gridArea: '1 / 1 / span 2', alignSelf: 'start', borderRadius: 14 },
});

/** Everything but the picture. In wide windows its elements are cells of the card. */
export const RoomCardText = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2),
  minWidth: 0,
  padding: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { display: 'contents' },
  // The slots and all elements below them.
  [theme.breakpoints.between('sm', 'md')]: { '& > :nth-of-type(n + 2)': { gridColumn: '1 / -1' } },
  [theme.breakpoints.up('md')]: { '& > *': { gridColumn: 2 } },
}));

export const roomCardAmenities = ({ theme }: Themed): CSSObject => ({
  [theme.breakpoints.up('md')]: { '&&': { gridArea: '3 / 1' } },
});

/** On a phone it stays at the bottom of the window while the card's times are shown. */
export const roomCardBookBar = ({ theme }: Themed): CSSObject => ({
  marginBlockStart: 'auto',
  paddingBlockStart: theme.spacing(2),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  [highPhone(theme)]: {
    position: 'sticky',
    zIndex: 1,
    insetBlockEnd: 0,
    flexWrap: 'nowrap',
    margin: theme.spacing(0, -2.5, -2.5),
    gap: theme.spacing(1),
    padding: theme.spacing(1.25, 2),
    backgroundColor: theme.vars.palette.background.paper,
  },
  [theme.breakpoints.up('md')]: { margin: 0 },
});
