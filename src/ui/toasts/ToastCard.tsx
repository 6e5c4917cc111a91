import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { Ref } from 'react';
import type { ToastTone } from '../../../machines/engine/notifierEvents.ts';
import type { Toast } from '../../../machines/engine/notifier.ts';
import { AlertIcon, InfoIcon, SuccessIcon } from '../icons/interface.tsx';
import { CloseIcon } from '../icons/pages.tsx';

/** Light in both colour schemes (spec 2), with an icon in the tone's colour. */
const Card = styled(Alert)(({ theme }) => ({
  flexWrap: 'nowrap',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  padding: theme.spacing(0.75, 0.75, 0.75, 2),
  '&&': { borderColor: '#e4d9c8', backgroundColor: '#fffdf9', color: '#17302e', fontWeight: 600 },
  boxShadow: theme.vars.shadows[8],
  lineHeight: 1.4,
  '& .MuiAlert-icon': { fontSize: '1.375rem' },
  '&[data-tone="success"] .MuiAlert-icon': { color: '#2c6a3f' },
  '&[data-tone="error"] .MuiAlert-icon': { color: '#a92a1d' },
  '&[data-tone="warning"] .MuiAlert-icon': { color: '#855600' },
  '&[data-tone="info"] .MuiAlert-icon': { color: '#1d5a75' },
  '&[data-tone="loading"] .MuiAlert-icon': { color: '#0f4c48', fontSize: '1.25rem' },
  '& .MuiAlert-message': { paddingBlock: theme.spacing(0.75), overflowWrap: 'anywhere' },
  '& .MuiIconButton-root': {
    color: '#4b5d59',
    fontSize: '1.125rem',
    '&:hover': { backgroundColor: '#f2eadd' },
    '&:focus-visible': { outlineColor: '#ad4526', outlineOffset: -2 },
  },
}));

const icons = {
  success: <SuccessIcon />,
  info: <InfoIcon />,
  warning: <AlertIcon />,
  error: <AlertIcon />,
};

const severityOf = (tone: ToastTone) => (tone === 'loading' ? 'info' : tone);

interface Props {
  toast: Toast;
  onClose: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** A toast. Its live region announces it. */
export const ToastCard = ({ toast: { tone, text }, onClose, ref }: Props) => (
  <Card
    ref={ref ?? null}
    role="none"
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose();
    }}
    data-tone={tone}
    severity={severityOf(tone)}
    iconMapping={icons}
    {...(tone === 'loading' && { icon: <CircularProgress aria-hidden="true" /> })}
    action={
      <IconButton aria-label={`Close notification: ${text}`} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    }
  >
    {text}
  </Card>
);
