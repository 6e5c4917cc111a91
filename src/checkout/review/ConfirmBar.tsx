import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { styled, type Theme } from '@mui/material/styles';
import { useSelector } from '../../app/system/useSelector.ts';
import { useId } from 'react';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { pointsOfSelection } from '../../../machines/checkout/price.ts';
import { chosenDates } from '../../../machines/bookings/series/previewedDates.ts';
import type { SignedInUser } from '../../../machines/account/session/events.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow, useOptionalFlow } from '../../app/system/flows.ts';
import { payTexts } from './payText.ts';

/** In pixels. The page ends with padding of the same height. */
const BAR_HEIGHT = 84;

/** Where the price is below the room and its details, the bar is fixed at the bottom. At 400% zoom it would cover a third of the screen. */
const fixed = (theme: Theme): string => `${theme.breakpoints.down('md')} and (min-height: 20rem)`;

const Bar = styled('div')(({ theme }) => ({
  marginBlockStart: theme.spacing(3),
  [fixed(theme)]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar - 1,
    insetInline: 0,
    insetBlockEnd: 0,
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: BAR_HEIGHT,
    margin: 0,
    padding: theme.spacing(1.25, 2),
    paddingBlockEnd: `max(${theme.spacing(1.25)}, env(safe-area-inset-bottom))`,
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.background.paper,
    boxShadow: theme.vars.shadows[8],
    'body:has(&)': { paddingBlockEnd: BAR_HEIGHT },
    'html:has(&)': { scrollPaddingBlockEnd: BAR_HEIGHT + 16 },
  },
}));

const ConfirmButton = styled(Button)({
  width: '100%',
  minHeight: 60,
  flexDirection: 'column',
  lineHeight: 1.25,
});

const Action = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  letterSpacing: '0.06em',
}));

const PayLabel = styled('span')(({ theme }) => ({
  fontSize: theme.typography.body2.fontSize,
  fontVariantNumeric: 'tabular-nums',
}));

const Total = styled('p')(({ theme }) => ({
  display: 'none',
  margin: 0,
  [fixed(theme)]: { display: 'block', lineHeight: 1.25, fontVariantNumeric: 'tabular-nums' },
}));

const TotalLabel = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
}));

interface Props {
  selection: BookingSelection;
  user: SignedInUser | null;
}

/**
 * Spec 2. Below the price, or on a narrow screen at the bottom of the window. The button is not disabled while the checkout
 * is busy, because a disabled button loses the focus.
 */
export function ConfirmBar({ selection, user }: Props) {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const isBusy = useSelector(checkout, (snapshot) => snapshot.hasTag('busy'));
  // The form that repeats the booking loads late. While it is open, its dates are confirmed.
  const series = useOptionalFlow('series');
  const isChoosing = useSelector(series, (snapshot) => snapshot?.hasTag('open') === true);
  const incompleteDates = useSelector(series, (snapshot) =>
    snapshot?.hasTag('open') && !snapshot.hasTag('bookable')
      ? chosenDates(snapshot.context, snapshot.hasTag('busy'))
      : null,
  );
  const member = useSelector(useOptionalFlow('member'), (snapshot) => snapshot?.context.data ?? null);
  const labelId = useId();
  const points = user?.isMember && member ? pointsOfSelection(selection, member) : null;
  const { label, totalName, total } = payTexts(selection, {
    points,
    isBalanceUnknown: user?.isMember === true && !member,
    incompleteDates,
  });

  return (
    <Bar data-confirm-bar>
      {label !== null && (
        <Total aria-hidden="true">
          <TotalLabel>{totalName}</TotalLabel>
          <Box component="strong" sx={{ fontSize: '1.25rem', fontWeight: 700 }}>
            {total}
          </Box>
        </Total>
      )}
      <ConfirmButton
        color="secondary"
        aria-disabled={isBusy}
        aria-busy={isBusy}
        aria-describedby={label === null ? undefined : labelId}
        onClick={() =>
          isChoosing
            ? series?.send({ type: 'series.confirmed' })
            : checkout.send({ type: 'checkout.confirmed' })
        }
      >
        <Action>
          {isBusy && <CircularProgress aria-hidden="true" size="1em" color="inherit" />}
          <span>CONFIRM</span>
        </Action>
        {label !== null && (
          <PayLabel id={labelId} aria-hidden="true">
            {label}
          </PayLabel>
        )}
      </ConfirmButton>
    </Bar>
  );
}
