import type { Failure } from '../../../machines/engine/failure.ts';

/** The form keeps its values. */
export function failureText({ status }: Failure): string {
  switch (status) {
    case 'FETCH_ERROR':
      return 'We could not reach the server. Check your connection and send it again: what you typed is still here.';
    case 'TIMEOUT_ERROR':
      return 'The server took too long to respond. What you typed is still here: please send it again.';
    case 429:
      return 'Too many enquiries were sent from your network. What you typed is still here: please wait a few minutes and send it again.';
    default:
      return 'Something went wrong on our side and your enquiry was not sent. What you typed is still here: please send it again.';
  }
}
