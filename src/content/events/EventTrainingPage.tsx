import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import TextField from '@mui/material/TextField';
import Button from '@mui/material/Button';
import { messages } from '../../../domain/text/messages.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';

const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(5, 9),
  '& .search': { maxWidth: '34rem', marginInline: 'auto' },
  '& .panel': {
    position: 'relative',
    display: 'grid',
    overflow: 'hidden',
    marginBlockStart: theme.spacing(5),
    borderRadius: 32,
    backgroundColor: theme.vars.palette.night,
    color: theme.vars.palette.common.white,
    isolation: 'isolate',
    [theme.breakpoints.up('sm')]: { borderRadius: '50% 50% 32px 32px / 90% 90% 32px 32px' },
  },
  '& .photo, & .words': { gridArea: '1 / 1' },
  '& .photo': {
    minHeight: '34rem',
    height: '100%',
    opacity: 0.42,
    '& img': { position: 'absolute', inset: 0 },
  },
  '& .words': {
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    padding: theme.spacing(10, 3, 7),
    textAlign: 'center',
    // Darkest behind the text, so that its contrast is sufficient on any picture (WCAG 1.4.3).
    background: `radial-gradient(closest-side, ${translucent(theme.vars.palette.night, 94)}, ${translucent(theme.vars.palette.night, 78)} 70%, transparent)`,
    [theme.breakpoints.up('sm')]: { padding: theme.spacing(16, 6, 9) },
  },
  '& .eyebrow': { color: theme.vars.palette.brand.brass },
  '& h1': { maxWidth: '10.5em', margin: theme.spacing(1.5, 0, 2) },
  '& .lead': {
    maxWidth: '29.5em',
    margin: theme.spacing(0, 0, 4),
    textWrap: 'balance',
  },
  '& .ways': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: theme.spacing(1.5) },
  // The picture is dark in both colour schemes.
  '& .ways a': {
    backgroundColor: theme.vars.palette.nightText,
    color: theme.vars.palette.brand.ink,
    '&:hover': { backgroundColor: theme.vars.palette.common.white },
  },
  '& .ways .MuiButton-outlined': {
    backgroundColor: 'transparent',
    borderColor: translucent('currentColor', 70),
    color: theme.vars.palette.common.white,
    '&:hover': { backgroundColor: translucent('currentColor', 14), borderColor: 'currentColor' },
  },
}));

/** Events and training, which are not available yet; the search box has no effect (ruling 24). */
export default function EventTrainingPage() {
  return (
    <Page>
      <PageTitle>Event & Training</PageTitle>
      <div className="search" role="search">
        <TextField
          label={
            <>
              <SearchIcon />
              Search events and training
            </>
          }
          type="search"
          name="search"
          autoComplete="off"
          helperText="There are no events to search yet."
        />
      </div>
      <div className="panel">
        <Picture
          className="photo"
          path="/images/room-09-event-hall.jpg"
          alt=""
          sizes="(min-width: 80em) 1216px, calc(100vw - 2rem)"
          firstOn="allScreens"
        />
        <div className="words">
          <Typography variant="overline" className="eyebrow">
            Event &amp; Training
          </Typography>
          <Typography variant="h1">{messages.events.underDevelopment}</Typography>
          <Typography variant="subtitle1" className="lead">
            A calendar of talks, launches and training days will appear here. The halls are already open: tell
            us about your event, or book a room for it today.
          </Typography>
          <div className="ways">
            <Button href="/#plan" endIcon={<ArrowRightIcon />}>
              Plan an event with us
            </Button>
            <Button href="/meeting-room" variant="outlined">
              Find a meeting room
            </Button>
          </div>
        </div>
      </div>
    </Page>
  );
}
