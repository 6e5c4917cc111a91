import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

export interface BusyButtonProps extends ButtonProps {
  /** Its request runs: the button shows that and ignores presses. */
  readonly isBusy: boolean;
}

/**
 * A button that starts a request. While the request runs it is not disabled, because a disabled button loses the focus. Its text
 * is in an element of its own, because the icon before it comes and goes.
 */
export const BusyButton = ({ isBusy, startIcon, onClick, children, ...props }: BusyButtonProps) => (
  <Button
    {...props}
    {...(onClick && !isBusy && { onClick })}
    aria-disabled={isBusy}
    startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : startIcon}
  >
    <span>{children}</span>
  </Button>
);
