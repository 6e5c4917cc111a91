import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { styled, type SxProps, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/engine/failure.ts';

function failureText({ status, code, message }: Failure): ReactNode {
  if (code === 'bookings-ahead') {
    return (
      <>
        You have upcoming bookings. Please cancel them first in <Link href="/my-bookings">My bookings</Link>,
        then close your account.
      </>
    );
  }
  switch (status) {
    case 'FETCH_ERROR':
      return 'We could not reach the server. Check your connection and try again.';
    case 'TIMEOUT_ERROR':
      return 'The server took too long to respond. Please try again.';
    case 401:
      return 'Your session has ended. Please sign in again.';
    case 429:
      return 'There were too many attempts. Please wait a few minutes and try again.';
    default:
      return message || 'Something went wrong on our side. Please try again.';
  }
}

// While it is empty, it takes no row of a form.
const Region = styled('div')({ '&:empty': { display: 'none' } });

interface Props {
  failure: Failure | null;
  sx?: SxProps<Theme>;
}

/** A live region. Screen readers announce the text only if the region existed before it. */
export const FailureAlert = ({ failure, sx }: Props) => (
  <Region role="status" className="failure" {...(sx && { sx })}>
    {failure && (
      <Alert severity="error" role="none">
        {failureText(failure)}
      </Alert>
    )}
  </Region>
);
