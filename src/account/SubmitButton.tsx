import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

/** A form's submit button. It is not disabled during submission, because a disabled button loses the focus. */
export const SubmitButton = ({ isBusy, children, ...props }: ButtonProps & { isBusy: boolean }) => (
  <Button
    type="submit"
    {...props}
    aria-disabled={isBusy}
    startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : null}
  >
    {children}
  </Button>
);
