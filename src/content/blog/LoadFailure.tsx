import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { styled } from '@mui/material/styles';
import { FadedPlaceholder } from './PostPicture.tsx';

const Panel = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  maxWidth: '40rem',
  marginInline: 'auto',
  paddingBlock: theme.spacing(2, 5),
  textAlign: 'center',
}));

const Photo = styled(FadedPlaceholder)({ width: '100%', aspectRatio: '16 / 9', borderRadius: 28 });

interface Props {
  title: string;
  /** The reason, if known. */
  text: string;
  onRetry: () => void;
}

/** Shows the faded placeholder (spec 2). */
export const LoadFailure = ({ title, text, onRetry }: Props) => (
  <Panel role="alert">
    <Photo sizes="(min-width: 42em) 640px, calc(100vw - 2rem)" />
    <Typography variant="h2" sx={{ marginBlockStart: 4 }}>
      {title}
    </Typography>
    <Typography
      variant="subtitle1"
      sx={{ marginBlockStart: 1.25, marginBlockEnd: 3.5, color: 'text.secondary', textWrap: 'balance' }}
    >
      {text || 'The server could not be reached or had a problem.'}
    </Typography>
    <Button startIcon={<RefreshIcon />} onClick={onRetry}>
      Try again
    </Button>
  </Panel>
);
