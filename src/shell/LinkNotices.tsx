import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { AlertIcon, RefreshIcon } from '../icons/interface.tsx';
import { Notice } from './Notice.tsx';

/** While a page reads the link of a letter that led to it. */
export const LinkLoading = () => (
  <div role="status">
    <Notice
      level="h1"
      icon={<CircularProgress aria-hidden="true" />}
      title="One moment"
      text="We are looking at your link."
    />
  </div>
);

/** The link of a letter could not be read. Its announcement is the page's. */
export const LinkNotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    level="h1"
    icon={<AlertIcon />}
    title="We could not read your link"
    text="The server could not be reached or had a problem. Your link is still good."
  >
    <Button startIcon={<RefreshIcon />} onClick={onRetry}>
      Try again
    </Button>
  </Notice>
);
