import { useSelector } from '@xstate/react';
import { OfflineIcon } from '../icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';
import { styled } from '../theme/styled.ts';

const Region = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  insetBlockEnd: 0,
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  justifyContent: 'center',
  padding: theme.spacing(2),
  paddingBlockEnd: `max(${theme.spacing(2)}, env(safe-area-inset-bottom))`,
  // What lies below it stays within reach.
  pointerEvents: 'none',
  '& p': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    maxWidth: '44rem',
    margin: 0,
    padding: theme.spacing(1.25, 2.5),
    borderRadius: 20,
    border: '1px solid rgb(255 255 255 / 0.16)',
    backgroundColor: theme.vars.palette.night,
    color: theme.vars.palette.nightText,
    fontSize: theme.typography.body2.fontSize,
    lineHeight: 1.45,
    textWrap: 'balance',
    boxShadow: theme.vars.shadows[8],
    '& svg': { flex: 'none', fontSize: '1.375rem', color: '#f0b183' },
  },
}));

/** Says that there is no network for as long as there is none; the region is there before, or nobody would hear of it. */
export function OfflineNotice() {
  const connection = useFlow('connection');
  const state = useSelector(connection, ({ value }) => statePath(value));

  return (
    <Region role="status" data-flow="connection" data-state={state}>
      {state === 'offline' && (
        <p>
          <OfflineIcon />
          You are offline. Your selection is saved until you are back online.
        </p>
      )}
    </Region>
  );
}
