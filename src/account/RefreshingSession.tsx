import Typography from '@mui/material/Typography';
import CircularProgress from '@mui/material/CircularProgress';
import { useSelector } from '../app/system/useSelector.ts';
import { messages } from '../../domain/text/messages.ts';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { useFlow } from '../app/system/flows.ts';
import { styled } from '@mui/material/styles';

const Panel = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: theme.spacing(2.5),
  minHeight: 'calc(100vh - 12rem)',
  color: theme.vars.palette.primary.main,
  fontSize: '2rem',
}));

/** Shown while a stored session is being restored, including between retries. */
export function RefreshingSession() {
  const isUnreachable = useSelector(useFlow('session'), (snapshot) => snapshot.matches('waitingToRecover'));
  return (
    <Panel role="status">
      <PageTitle>One moment</PageTitle>
      <CircularProgress aria-hidden="true" />
      <Typography variant="subtitle1" component="h1" sx={{ color: 'text.primary', fontWeight: 600 }}>
        {messages.session.refreshing}
      </Typography>
      {isUnreachable && (
        <Typography
          sx={{
            maxWidth: '25.5em',
            paddingInline: 2,
            textWrap: 'balance',
            color: 'text.secondary',
            textAlign: 'center',
          }}
        >
          We cannot reach the server. You are still signed in; we will try again when you are back online.
        </Typography>
      )}
    </Panel>
  );
}
