import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';

export const LinkLoading = () => (
  <div role="status">
    <Notice
      level="h1"
      icon={<CircularProgress aria-hidden="true" />}
      title="One moment"
      text="We are checking your link."
    />
  </div>
);

/** The page announces it to screen readers. */
export const LinkNotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    level="h1"
    icon={<AlertIcon />}
    title="We could not read your link"
    text="The server could not be reached or had a problem. Your link is still valid."
  >
    <Button startIcon={<RefreshIcon />} onClick={onRetry}>
      Try again
    </Button>
  </Notice>
);
