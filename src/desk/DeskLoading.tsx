import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { ShownResource } from '../system/resource.ts';

/** Stands where a resource of the desk will be: it loads, or it could not be loaded. Nothing once it is there. */
export function DeskLoading({
  of: { data, failure, isBusy, refresh },
}: {
  of: Pick<ShownResource<unknown>, 'data' | 'failure' | 'isBusy' | 'refresh'>;
}) {
  if (data !== null) return null;
  if (isBusy || failure === null) return <Skeleton variant="rounded" height={240} />;
  return (
    <Alert severity="error" action={<Button onClick={refresh}>Try again</Button>}>
      {failure.message || 'The server could not be reached or had a problem.'}
    </Alert>
  );
}
