import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { brand } from '../../../domain/content/brand.ts';
import { lowestOf, rupees } from '../../../domain/money/pricing.ts';
import { lowestPricePerHour } from '../../../domain/money/rates.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { useAppActor } from '../../app/system/AppActorContext.ts';
import { useOptionalFlow } from '../../app/system/flows.ts';
import { lazySection } from '../../app/loading/lazySection.tsx';
import { SpaceTo } from './SpaceTo.tsx';
import { TypedHeadline } from './TypedHeadline.tsx';

const HeroSearch = lazySection(() => import('./HeroSearch.tsx'), '16rem');

/** The picture has the shape of a doorway, like the logo. On wide screens the search overlaps the bottom of the picture. */
const Section = styled('section')(({ theme }) => ({
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.sand,
}));

const Content = styled(Container)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  paddingBlockStart: theme.spacing(3),
  [theme.breakpoints.up('md')]: {
    paddingBlockStart: theme.spacing(5),
    gridTemplateColumns: 'minmax(0, 1.2fr) minmax(0, 1fr)',
    columnGap: theme.spacing(5),
  },
}));

const Search = styled('div')(({ theme }) => ({
  zIndex: 1,
  [theme.breakpoints.up('md')]: { gridArea: '2 / 1 / auto / -1' },
}));

const Ways = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  paddingBlock: theme.spacing(2.5, 5),
  [theme.breakpoints.up('md')]: { gridArea: '3 / 1' },
}));

const Way = styled(Button)(({ theme }) => ({ [theme.breakpoints.down('sm')]: { flexGrow: 1 } }));

const Doorway = styled('div')(({ theme }) => ({
  position: 'relative',
  alignSelf: 'end',
  [theme.breakpoints.up('md')]: { gridArea: '1 / 2 / span 3' },
  // A second doorway behind the picture.
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: '1.5rem -1.75rem 0 1.75rem',
    borderRadius: '999px 999px 0 0',
    backgroundColor: translucent(theme.vars.palette.brand.clay, 34),
  },
}));

const Photo = styled(Picture)(({ theme }) => ({
  position: 'relative',
  aspectRatio: '3 / 2',
  borderRadius: '999px 999px 0 0',
  objectPosition: '32% 50%',
  [theme.breakpoints.up('md')]: { aspectRatio: '10 / 11' },
}));

/** Spec 2. */
export function Hero() {
  const price = useLowestPrice();
  const priceText = price === null ? '' : ` from ${rupees(price)} an hour plus GST`;
  return (
    <Section>
      <Content>
        <div>
          <TypedHeadline>A room that is ready when your people are</TypedHeadline>
          <SpaceTo />
          <Typography
            variant="subtitle1"
            sx={{ maxWidth: '32em', marginBlockStart: 1.5, marginBlockEnd: 3, color: 'text.secondary' }}
          >
            {`Meeting rooms in ${brand.city}${priceText}: huddles for four, boardrooms for sixteen, a hall for the whole company. See every room’s free times and book at once.`}
          </Typography>
        </div>
        <Search>
          <HeroSearch />
        </Search>
        <Ways>
          <Way href="/meeting-room" variant="outlined" endIcon={<ArrowRightIcon />}>
            Find a meeting room
          </Way>
          <Way href="/about-us" variant="outlined">
            Learn more<VisuallyHidden> about {brand.name}</VisuallyHidden>
          </Way>
        </Ways>
        <Doorway>
          <Photo
            path="/images/hero-coworking.jpg"
            ratio={[5, 3]}
            widths={[400, 720, 800, 1200, 1600]}
            alt=""
            sizes="(min-width: 80em) 960px, (min-width: 56.25em) 76vw, calc(100vw - 2rem)"
            firstOn="wideScreens"
          />
        </Doorway>
      </Content>
    </Section>
  );
}

/** In paise: of the loaded rooms, or as the page was prerendered. Null while it is unknown. */
function useLowestPrice(): number | null {
  const app = useAppActor();
  const rooms = useSelector(useOptionalFlow('roomList'), (snapshot) => snapshot?.context.data ?? null);
  return rooms
    ? lowestOf(rooms.map(lowestPricePerHour))
    : (app.getSnapshot().context.initialData.lowestPrice ?? null);
}
