import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useCallback, useRef } from 'react';
import { brand } from '../../../domain/content/brand.ts';
import { SearchForm } from '../search/SearchForm.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { styled } from '@mui/material/styles';
import { RoomList } from './RoomList.tsx';

const Page = styled('div')(({ theme }) => ({
  '& > .search': {
    backgroundColor: theme.vars.palette.sand,
    // The background ends behind the middle of the form.
    backgroundSize: '100% calc(100% - 4.5rem)',
    backgroundRepeat: 'no-repeat',
    '& .width': { paddingBlock: theme.spacing(5, 5) },
    // On a phone the rooms of the search begin on the first screen.
    [theme.breakpoints.down('sm')]: {
      '&:has([data-folded])': {
        backgroundSize: 'auto',
        '& .width': { paddingBlock: theme.spacing(1.5) },
        '& h1': { marginBlockEnd: theme.spacing(1), fontSize: '1.5rem' },
        '& .lead': { display: 'none' },
        '& + .results': { paddingBlockStart: theme.spacing(2) },
      },
    },
  },
  '& .lead': {
    maxWidth: '33.5em',
    margin: theme.spacing(1.5, 0, 4),
    color: theme.vars.palette.text.secondary,
  },
  '& .results': {
    paddingBlock: theme.spacing(5, 10),
  },
}));

/** The search for a meeting room and its free slots (spec 2, /meeting-room). */
function MeetingRoomPage() {
  const results = useRef<HTMLElement>(null);

  /** On a phone the rooms are below the window, so the page scrolls to them. */
  const scrollToResults = useCallback(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.6) results.current?.scrollIntoView({ behavior: 'smooth' });
  }, []);

  return (
    <Page>
      <PageTitle>{`Meeting rooms in ${brand.city}`}</PageTitle>
      <div className="search">
        <Container className="width">
          <Typography variant="h1">Meeting rooms in {brand.city}</Typography>
          <Typography variant="subtitle1" className="lead">
            From 30 minutes, confirmed at once. Choose a day, see every room’s free times, and pay with Lit
            points or by card.
          </Typography>
          <FlowSection needs={['search']}>
            <SearchForm onShown={scrollToResults} />
          </FlowSection>
        </Container>
      </div>
      <Container className="results">
        <FlowSection needs={['rooms']}>
          <RoomList ref={results} />
        </FlowSection>
      </Container>
    </Page>
  );
}

export default MeetingRoomPage;
