import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';
import { CancelPayment } from '../CancelPayment.tsx';

export function CancelCheckout() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const isUnresponsive = useSelector(checkout, (snapshot) => snapshot.hasTag('unresponsive'));
  return (
    <CancelPayment
      isUnresponsive={isUnresponsive}
      keptText="your room and times stay selected"
      onCancel={() => checkout.send({ type: 'checkout.cancelled' })}
    />
  );
}
