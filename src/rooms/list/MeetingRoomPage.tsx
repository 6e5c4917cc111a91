import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { useCallback, useRef } from 'react';
import { brand } from '../../../domain/content/brand.ts';
import { SearchForm } from '../search/SearchForm.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { styled } from '@mui/material/styles';
import { RoomList } from './RoomList.tsx';

const SearchArea = styled('div')(({ theme }) => ({
  backgroundColor: theme.vars.palette.sand,
  // The background ends behind the middle of the form.
  backgroundSize: '100% calc(100% - 4.5rem)',
  backgroundRepeat: 'no-repeat',
  [theme.breakpoints.down('sm')]: { '&:has([data-folded])': { backgroundSize: 'auto' } },
}));

// On a phone the first room of a search is on the first screen, so the folded form and the space around it are small.
const SearchContent = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(5),
  [theme.breakpoints.down('sm')]: { '&:has([data-folded])': { paddingBlock: theme.spacing(1.5) } },
}));

const Title = styled(Typography)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: {
    'div:has([data-folded]) > &': { marginBlockEnd: theme.spacing(1), fontSize: '1.5rem' },
  },
}));

const Lead = styled(Typography)(({ theme }) => ({
  maxWidth: '33.5em',
  margin: theme.spacing(1.5, 0, 4),
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('sm')]: { 'div:has([data-folded]) > &': { display: 'none' } },
}));

const Results = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(5, 10),
  [theme.breakpoints.down('sm')]: {
    'div:has([data-folded]) + &': { paddingBlockStart: theme.spacing(2) },
  },
}));

/** Spec 2 (/meeting-room). */
function MeetingRoomPage() {
  const results = useRef<HTMLElement>(null);

  /** On a phone the rooms are below the window, so the page scrolls to them. */
  const scrollToResults = useCallback(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.6) results.current?.scrollIntoView({ behavior: 'smooth' });
  }, []);

  return (
    <>
      <PageTitle>{`Meeting rooms in ${brand.city}`}</PageTitle>
      <SearchArea>
        <SearchContent>
          <Title variant="h1">Meeting rooms in {brand.city}</Title>
          <Lead variant="subtitle1">
            From 30 minutes, confirmed at once. Choose a day, see every room’s free times, and pay with Lit
            points or by card.
          </Lead>
          <FlowSection needs={['search']}>
            <SearchForm onShown={scrollToResults} />
          </FlowSection>
        </SearchContent>
      </SearchArea>
      <Results>
        <FlowSection needs={['roomList']}>
          <RoomList ref={results} />
        </FlowSection>
      </Results>
    </>
  );
}

export default MeetingRoomPage;
