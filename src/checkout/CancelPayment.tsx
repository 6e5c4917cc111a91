import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';

const CancelButton = styled(Button)(({ theme }) => ({
  '&.MuiButton-text': { margin: theme.spacing(0.5, 0, -1) },
}));

/** In the browser's top layer, because the provider's window has the highest possible z-index. */
const TopLayerPanel = styled(Card)(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  insetBlockEnd: theme.spacing(2),
  insetInline: theme.spacing(2),
  width: 'auto',
  maxWidth: 480,
  margin: '0 auto',
  padding: theme.spacing(2.5),
  boxShadow: theme.vars.shadows[8],
  textAlign: 'start',
})) as typeof Card;

const showInTopLayer = (panel: HTMLElement | null): void => panel?.showPopover?.();

interface Props {
  isUnresponsive: boolean;
  /** A clause that says what cancelling does not change. */
  keptText: string;
  onCancel: () => void;
}

/**
 * The site's button for leaving the provider's checkout. The provider's window usually covers it and has a close button; a
 * window that the browser has blocked covers the page and has no button.
 */
export function CancelPayment({ isUnresponsive, keptText, onCancel }: Props) {
  const cancelButton = (variant: 'text' | 'outlined') => (
    <CancelButton variant={variant} fullWidth={variant === 'outlined'} onClick={onCancel}>
      Cancel payment
    </CancelButton>
  );

  if (!isUnresponsive) return cancelButton('text');
  return (
    <TopLayerPanel component="section" popover="manual" ref={showInTopLayer} role="alert">
      <Typography variant="h4" component="h2" sx={{ marginBlockEnd: 2.5 }}>
        The payment window is not responding
      </Typography>
      <Box
        component="p"
        sx={{ marginBlockStart: 0.5, marginBlockEnd: 2, color: 'text.secondary' }}
      >{`It may be slow, or something in your browser, often an ad blocker, may be blocking it. Wait a moment, or cancel: we will first check whether anything was paid, and ${keptText}.`}</Box>
      {cancelButton('outlined')}
    </TopLayerPanel>
  );
}
