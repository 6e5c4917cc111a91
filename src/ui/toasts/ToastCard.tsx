import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { light } from '../theme/palette.ts';
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
  '&&': {
    borderColor: light.line,
    backgroundColor: light.background.paper,
    color: light.text.primary,
    fontWeight: 600,
  },
  boxShadow: theme.vars.shadows[8],
  lineHeight: 1.4,
  '& .MuiAlert-icon': { fontSize: '1.375rem' },
  '&[data-tone="success"] .MuiAlert-icon': { color: light.success.main },
  '&[data-tone="error"] .MuiAlert-icon': { color: light.error.main },
  '&[data-tone="warning"] .MuiAlert-icon': { color: light.warning.main },
  '&[data-tone="info"] .MuiAlert-icon': { color: light.info.main },
  '&[data-tone="loading"] .MuiAlert-icon': { color: light.primary.main, fontSize: '1.25rem' },
  '& .MuiAlert-message': { paddingBlock: theme.spacing(0.75), overflowWrap: 'anywhere' },
  '& .MuiIconButton-root': {
    color: light.text.secondary,
    fontSize: '1.125rem',
    '&:hover': { backgroundColor: light.sand },
    '&:focus-visible': { outlineColor: light.secondary.main, outlineOffset: -2 },
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

/** Its live region announces the toast. */
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
