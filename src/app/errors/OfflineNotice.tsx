import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { translucent } from '../../ui/theme/translucent.ts';
import { useSelector } from '../system/useSelector.ts';
import { OfflineIcon } from '../../ui/icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

const Region = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  justifyContent: 'center',
  padding: theme.spacing(2),
  paddingBlockEnd: `max(${theme.spacing(2)}, env(safe-area-inset-bottom))`,
  // Elements below it stay clickable.
  pointerEvents: 'none',
}));

const Message = styled(Paper)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  maxWidth: '44rem',
  padding: theme.spacing(1.25, 2.5),
  borderRadius: 20,
  border: `1px solid ${translucent('currentColor', 16)}`,
  backgroundColor: theme.vars.palette.night,
  color: theme.vars.palette.nightText,
  fontSize: theme.typography.body2.fontSize,
  lineHeight: 1.45,
  textWrap: 'balance',
}));

const MessageIcon = styled(OfflineIcon)(({ theme }) => ({
  flex: 'none',
  fontSize: '1.375rem',
  color: theme.vars.palette.brand.brass,
}));

/** Shown while the browser is offline. Screen readers announce the text only if the live region existed before it. */
export function OfflineNotice() {
  const connection = useFlow('connection');
  const state = useSelector(connection, ({ value }) => statePath(value));

  return (
    <Region role="status" data-flow="connection" data-state={state}>
      {state === 'offline' && (
        // Not an Alert, whose code every page would have to load.
        <Message elevation={8}>
          <MessageIcon />
          You are offline. Your selection is saved until you are back online.
        </Message>
      )}
    </Region>
  );
}
