import type { Failure } from '../../../machines/engine/failure.ts';

const UNCHANGED = 'Nothing was charged, and your booking is unchanged.';

/** For a permanent rejection by the server: the reason, and what the user can do. */
export function moveRefusalNotice({ code, message }: Failure): { title: string; text: string } {
  switch (code) {
    case 'terms-changed':
      return {
        title: 'The price of this move has changed',
        text: `${UNCHANGED} Choose the time again to see the new price.`,
      };
    case 'too-late-to-move':
      return {
        title: 'It is too late to move this booking',
        text: `A booking can be moved only while cancelling it is free. ${UNCHANGED}`,
      };
    case 'same-times':
      return {
        title: 'Your booking already has these times',
        text: 'Nothing was charged. It may have been moved in another window.',
      };
    case 'called-off':
      return {
        title: 'This booking is cancelled',
        text: 'It has since been cancelled, so it cannot be moved. Nothing was charged.',
      };
    case 'already-begun':
      return { title: 'This booking has already started', text: `It can no longer be moved. ${UNCHANGED}` };
    default:
      return {
        title: 'The booking could not be moved',
        text: message === '' ? UNCHANGED : `${message}. ${UNCHANGED}`,
      };
  }
}
