import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

export interface BusyButtonProps extends ButtonProps {
  /** The request runs: the button shows that and ignores presses. */
  readonly isBusy: boolean;
}

/**
 * Not disabled while its request runs, because a disabled button loses the focus. The text is in its own element, because
 * the icon before it comes and goes.
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
