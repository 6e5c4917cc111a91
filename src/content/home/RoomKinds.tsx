import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { roomsLink } from '../../../domain/rooms/roomsLink.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { skippedOffscreen } from '../../ui/theme/offscreen.ts';

const Section = styled(Container)(skippedOffscreen({ xs: 1310, sm: 1000, md: 790 }), ({ theme }) => ({
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(11) },
})) as typeof Container;

const Kinds = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
}));

const Kind = styled('li')(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { gridColumn: 'span 3', '&:first-of-type': { gridColumn: '1 / -1' } },
  [theme.breakpoints.up('md')]: {
    gridColumn: 'span 2',
    '&:nth-of-type(-n + 2), &:first-of-type': { gridColumn: 'span 3' },
  },
}));

const KindLink = styled(Link)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  overflow: 'hidden',
  minHeight: '100%',
  borderRadius: 24,
  color: theme.vars.palette.common.white,
  textDecoration: 'none',
  isolation: 'isolate',
}));

const Photo = styled(Picture)(({ theme }) => ({
  gridArea: '1 / 1',
  aspectRatio: '3 / 2',
  [theme.breakpoints.up('md')]: {
    aspectRatio: 'auto',
    height: '17.5rem',
    'li:nth-of-type(-n + 2) &': { height: '22rem' },
  },
}));

const photoImage = {
  transition: 'transform 500ms cubic-bezier(0.2, 0.7, 0.2, 1)',
  'a:hover &': { transform: 'scale(1.03)' },
};

const Caption = styled('div')(({ theme }) => ({
  gridArea: '1 / 1',
  position: 'relative',
  alignSelf: 'end',
  display: 'flex',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  padding: theme.spacing(9, 2.5, 2.25),
  // Gives the text sufficient contrast on any picture (WCAG 1.4.3).
  background: `linear-gradient(to top, ${translucent(theme.vars.palette.night, 92)} 0%, ${translucent(theme.vars.palette.night, 78)} 45%, transparent 100%)`,
}));

const Purpose = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.25, 0, 0),
  fontSize: theme.typography.body2.fontSize,
}));

const Arrow = styled('span')({
  flex: 'none',
  fontSize: '1.5rem',
  lineHeight: 0,
  transition: 'transform 200ms',
  'a:hover &': { transform: 'translateX(4px)' },
});

/** `headcount`: of the search that the card links to. */
const kinds = [
  {
    name: 'Boardrooms',
    purpose: 'For ten to sixteen people',
    headcount: 10,
    picture: 'room-06-dusk-boardroom-16',
  },
  { name: 'Halls', purpose: 'For the whole company', headcount: 50, picture: 'room-09-event-hall' },
  { name: 'Huddles', purpose: 'For up to four people', headcount: 2, picture: 'room-01-huddle-4' },
  { name: 'Training rooms', purpose: 'For a class of twenty', headcount: 20, picture: 'room-07-training-20' },
  { name: 'Lounges', purpose: 'For informal meetings', headcount: 6, picture: 'room-08-creative-lounge' },
] as const;

/** The first two cards are wider, and on a tablet the first card takes a whole row. */
const sizes = (index: number): string =>
  `(min-width: 80em) ${index < 2 ? 620 : 420}px, (min-width: ${index === 0 ? 56.25 : 37.5}em) 50vw, calc(100vw - 2rem)`;

/** Each card links to a search. */
export function RoomKinds() {
  return (
    <Section component="section" aria-labelledby="rooms">
      <Typography variant="h2" id="rooms">
        A room for every size of conversation
      </Typography>
      <Typography
        variant="subtitle1"
        sx={{ maxWidth: '36em', marginBlockStart: 1, marginBlockEnd: 4, color: 'text.secondary' }}
      >
        From Mylapore to the OMR: rooms with daylight, a door that closes and equipment that works.
      </Typography>
      <Kinds>
        {kinds.map(({ name, purpose, headcount, picture }, index) => (
          <Kind key={name}>
            <KindLink href={roomsLink(headcount)}>
              <Photo imageSx={photoImage} path={`/images/${picture}.jpg`} alt="" sizes={sizes(index)} />
              <Caption>
                <div>
                  <Typography variant="h3">{name}</Typography>
                  <Purpose>{purpose}</Purpose>
                </div>
                <Arrow>
                  <ArrowRightIcon />
                </Arrow>
              </Caption>
            </KindLink>
          </Kind>
        ))}
      </Kinds>
    </Section>
  );
}
