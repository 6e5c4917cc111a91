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
  '& .photo': { width: '100%', aspectRatio: '16 / 9', borderRadius: 28 },
  '& .faded img': { opacity: 0.55 },
  '& h2': { margin: theme.spacing(4, 0, 0) },
  '& p': {
    ...theme.typography.subtitle1,
    textWrap: 'balance',
    margin: theme.spacing(1.25, 0, 3.5),
    color: theme.vars.palette.text.secondary,
  },
}));

interface Props {
  title: string;
  /** The reason, if known. */
  text: string;
  onRetry: () => void;
}

/** The blog could not be loaded: the faded placeholder (spec 2), a text and a retry button. */
export const LoadFailure = ({ title, text, onRetry }: Props) => (
  <Panel role="alert">
    <FadedPlaceholder sizes="(min-width: 42em) 640px, calc(100vw - 2rem)" />
    <Typography variant="h2">{title}</Typography>
    <p>{text || 'The server could not be reached or had a problem.'}</p>
    <Button startIcon={<RefreshIcon />} onClick={onRetry}>
      Try again
    </Button>
  </Panel>
);
