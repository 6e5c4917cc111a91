import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { ShownResource } from '../app/system/resource.ts';

/** A skeleton while a resource is loading, an error with a retry button after a failure, nothing when the data is present. */
export function DeskLoading({
  resource: { data, failure, isBusy, refresh },
}: {
  resource: Pick<ShownResource<unknown>, 'data' | 'failure' | 'isBusy' | 'refresh'>;
}) {
  if (data !== null) return null;
  if (isBusy || failure === null) return <Skeleton variant="rounded" height={240} />;
  return (
    <Alert severity="error" action={<Button onClick={refresh}>Try again</Button>}>
      {failure.message || 'The server could not be reached or had a problem.'}
    </Alert>
  );
}
