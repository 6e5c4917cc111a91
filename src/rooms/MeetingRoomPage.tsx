import { useCallback, useRef } from 'react';
import { brand } from '../../domain/brand.ts';
import { SearchForm } from '../search/SearchForm.tsx';
import { FlowSection } from '../shell/FlowSection.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { pageWidth } from '../shell/pageWidth.ts';
import { onMaterial } from '../theme/onMaterial.tsx';
import { styled } from '../theme/styled.ts';
import { RoomList } from './RoomList.tsx';

export { bookingFlows as flows } from '../../machines/bookingFlows.ts';

const Page = styled('div')(({ theme }) => ({
  '& > .search': {
    backgroundColor: theme.vars.palette.sand,
    // Ends behind the form, which lies half on it.
    backgroundSize: '100% calc(100% - 4.5rem)',
    backgroundRepeat: 'no-repeat',
    '& > div': { ...pageWidth(), paddingBlock: theme.spacing(5, 5) },
  },
  '& h1': { ...theme.typography.h1, margin: 0 },
  '& .lead': {
    ...theme.typography.subtitle1,
    maxWidth: '33.5em',
    margin: theme.spacing(1.5, 0, 4),
    color: theme.vars.palette.text.secondary,
  },
  '& > .results': { ...pageWidth(), paddingBlock: theme.spacing(5, 10) },
}));

/** Find a meeting room and its free slots (spec 2, /meeting-room). */
function MeetingRoomPage() {
  const results = useRef<HTMLElement>(null);

  /** On a phone the rooms are below the form: whoever asked for them is brought there. */
  const bringToResults = useCallback(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.6) results.current?.scrollIntoView({ behavior: 'smooth' });
  }, []);

  return (
    <Page>
      <PageTitle>{`Meeting rooms in ${brand.city}`}</PageTitle>
      <div className="search">
        <div>
          <h1>Meeting rooms in {brand.city}</h1>
          <p className="lead">
            Booked by the half hour and confirmed at once. Choose a day, see every room’s free times, and pay
            with Lit points or by card.
          </p>
          <FlowSection needs={['search']}>
            <SearchForm onShown={bringToResults} />
          </FlowSection>
        </div>
      </div>
      <div className="results">
        <FlowSection needs={['rooms']}>
          <RoomList ref={results} />
        </FlowSection>
      </div>
    </Page>
  );
}

export default onMaterial(MeetingRoomPage);
