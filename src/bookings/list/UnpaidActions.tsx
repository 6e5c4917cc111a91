import Stack from '@mui/material/Stack';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { useSelector } from '../../app/system/useSelector.ts';

function Actions({ bookingId }: { bookingId: string }) {
  const unpaidBooking = useFlow('unpaidBooking', lazyFlows.unpaidBooking);
  // The payment continues in the checkout.
  useFlow('checkout', lazyFlows.bookingFlows);
  const state = useSelector(unpaidBooking, ({ value }) => statePath(value));
  const isOpening = useSelector(
    unpaidBooking,
    (snapshot) => snapshot.matches('preparing') && snapshot.context.bookingId === bookingId,
  );
  const isReleasing = useSelector(
    unpaidBooking,
    (snapshot) => snapshot.matches('givingUp') && snapshot.context.bookingId === bookingId,
  );
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2 }}
      data-flow="unpaidBooking"
      data-state={state}
    >
      <BusyButton
        size="small"
        isBusy={isOpening}
        onClick={() => unpaidBooking.send({ type: 'unpaidBooking.payPressed', bookingId })}
      >
        Pay now
      </BusyButton>
      <BusyButton
        size="small"
        variant="outlined"
        isBusy={isReleasing}
        onClick={() => unpaidBooking.send({ type: 'unpaidBooking.givenUp', bookingId })}
      >
        Give up
      </BusyButton>
    </Stack>
  );
}

export default function UnpaidActions({ bookingId }: { bookingId: string }) {
  return (
    <FlowSection needs={['unpaidBooking', 'checkout']} fallback="button">
      <Actions bookingId={bookingId} />
    </FlowSection>
  );
}
