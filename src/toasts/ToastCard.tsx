import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode, Ref } from 'react';
import type { Toast } from '../../machines/notifier.ts';
import { AlertIcon, CloseIcon, InfoIcon, SuccessIcon } from '../icons/interface.tsx';
import { styled } from '@mui/material/styles';
import type { ToastTone } from '../../machines/events/notifier.ts';

/** Light in both schemes (spec 2): paper, ink, and a sign in the tone's colour. */
const Card = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  paddingBlock: theme.spacing(0.75),
  paddingInline: theme.spacing(2, 0.75),
  borderRadius: 16,
  border: '1px solid #e4d9c8',
  backgroundColor: '#fffdf9',
  color: '#17302e',
  boxShadow: theme.vars.shadows[8],
  fontFamily: theme.typography.fontFamily,
  fontSize: '0.9375rem',
  fontWeight: 600,
  lineHeight: 1.4,
  '& .sign': { display: 'flex', flex: 'none', fontSize: '1.375rem' },
  '&[data-tone="success"] .sign': { color: '#2c6a3f' },
  '&[data-tone="error"] .sign': { color: '#a92a1d' },
  '&[data-tone="warning"] .sign': { color: '#855600' },
  '&[data-tone="info"] .sign': { color: '#1d5a75' },
  '&[data-tone="loading"] .sign': { color: '#0f4c48', fontSize: '1.25rem' },
  '& p': { flex: 1, margin: 0, paddingBlock: theme.spacing(0.75), overflowWrap: 'anywhere' },
  '& button': {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: 44,
    height: 44,
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: '#4b5d59',
    fontSize: '1.125rem',
    cursor: 'pointer',
    '&:hover': { backgroundColor: '#f2eadd' },
    '&:focus-visible': { outlineColor: '#ad4526', outlineOffset: -2 },
  },
}));

const signs: Readonly<Record<ToastTone, ReactNode>> = {
  loading: <CircularProgress aria-hidden="true" />,
  success: <SuccessIcon />,
  info: <InfoIcon />,
  warning: <AlertIcon />,
  error: <AlertIcon />,
};

interface Props {
  toast: Toast;
  onClose: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** One toast; the region that it is shown in reads it out. */
export const ToastCard = ({ toast: { tone, text }, onClose, ref }: Props) => (
  <Card ref={ref ?? null} data-tone={tone}>
    <span className="sign">{signs[tone]}</span>
    <p>{text}</p>
    <button type="button" aria-label={`Close notification: ${text}`} onClick={onClose}>
      <CloseIcon />
    </button>
  </Card>
);
