import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import TextField from '@mui/material/TextField';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { messages } from '../../../domain/text/messages.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { SearchIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';

const Panel = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  overflow: 'hidden',
  marginBlockStart: theme.spacing(5),
  borderRadius: 32,
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.common.white,
  isolation: 'isolate',
  [theme.breakpoints.up('sm')]: { borderRadius: '50% 50% 32px 32px / 90% 90% 32px 32px' },
}));

const Photo = styled(Picture)({ gridArea: '1 / 1', minHeight: '34rem', height: '100%', opacity: 0.42 });

const Words = styled('div')(({ theme }) => ({
  gridArea: '1 / 1',
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  padding: theme.spacing(10, 3, 7),
  textAlign: 'center',
  // Darkest behind the text, so that its contrast is sufficient on any picture (WCAG 1.4.3).
  background: `radial-gradient(closest-side, ${translucent(theme.vars.palette.night, 94)}, ${translucent(theme.vars.palette.night, 78)} 70%, transparent)`,
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(16, 6, 9) },
}));

// The picture is dark in both colour schemes.
const LightButton = styled(Button)(({ theme }) => ({
  backgroundColor: theme.vars.palette.nightText,
  color: theme.vars.palette.brand.ink,
  '&:hover': { backgroundColor: theme.vars.palette.common.white },
}));

const LightOutlinedButton = styled(Button)(({ theme }) => ({
  borderColor: translucent('currentColor', 70),
  color: theme.vars.palette.common.white,
  '&:hover': { backgroundColor: translucent('currentColor', 14), borderColor: 'currentColor' },
}));

/** Not available yet; the search box has no effect (ruling 24). */
export default function EventTrainingPage() {
  return (
    <Container sx={{ paddingBlockStart: 5, paddingBlockEnd: 9 }}>
      <PageTitle>Event & Training</PageTitle>
      <Box role="search" sx={{ maxWidth: '34rem', marginInline: 'auto' }}>
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
      </Box>
      <Panel>
        <Photo
          imageSx={{ position: 'absolute', inset: 0 }}
          path="/images/room-09-event-hall.jpg"
          alt=""
          sizes="(min-width: 80em) 1216px, calc(100vw - 2rem)"
          firstOn="allScreens"
        />
        <Words>
          <Typography variant="overline" sx={{ color: 'brand.brass' }}>
            Event &amp; Training
          </Typography>
          <Typography variant="h1" sx={{ maxWidth: '10.5em', marginBlockStart: 1.5, marginBlockEnd: 2 }}>
            {messages.events.underDevelopment}
          </Typography>
          <Typography variant="subtitle1" sx={{ maxWidth: '29.5em', marginBlockEnd: 4, textWrap: 'balance' }}>
            A calendar of talks, launches and training days will appear here. The halls are already open: tell
            us about your event, or book a room for it today.
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
            <LightButton href="/#plan" endIcon={<ArrowRightIcon />}>
              Plan an event with us
            </LightButton>
            <LightOutlinedButton href="/meeting-room" variant="outlined">
              Find a meeting room
            </LightOutlinedButton>
          </Stack>
        </Words>
      </Panel>
    </Container>
  );
}
