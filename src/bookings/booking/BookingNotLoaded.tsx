import Button from '@mui/material/Button';
import type { Failure } from '../../../machines/engine/failure.ts';
import { AlertIcon, RefreshIcon } from '../../ui/icons/interface.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';

export const BookingNotLoaded = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => (
  <div role="alert">
    <Notice
      level="h1"
      icon={<AlertIcon />}
      title="Your booking could not be loaded"
      text={failure.message || 'The server could not be reached or had a problem. Nothing has changed.'}
    >
      <Button startIcon={<RefreshIcon />} onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  </div>
);
