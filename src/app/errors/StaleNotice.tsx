import Alert, { type AlertProps } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { RefreshIcon } from '../../ui/icons/interface.tsx';

interface Props extends Pick<AlertProps, 'sx'> {
  title: string;
  /** The reason, if known. */
  text: string;
  onRetry: () => void;
}

/** Shown above data that could not be refreshed. */
export const StaleNotice = ({ title, text, onRetry, sx = { marginBlockEnd: 3 } }: Props) => (
  <Alert
    severity="info"
    icon={false}
    sx={sx}
    action={
      <Button variant="outlined" size="small" startIcon={<RefreshIcon />} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    <AlertTitle>{title}</AlertTitle>
    <span>{text || 'The server could not be reached or had a problem.'}</span>
  </Alert>
);
