import type { CreatePurchaseResponse, PurchaseResponse } from '../../contract/points/points.ts';
import { paths } from '../../contract/paths.ts';
import { pointsText } from '../../domain/money/points.ts';
import { priceOfPoints } from '../../domain/money/pointPurchase.ts';
import { rupeesAmount } from '../../domain/money/pricing.ts';
import type { Clock } from '../../machines/engine/clock.ts';
import type { Effects } from '../../machines/effects.ts';
import { checkoutOrder } from '../checkout/exports.ts';
import type { Send } from '../app/effects/http.ts';

export const createBuyPoints = (authenticatedRequest: Send, clock: Clock): Effects['buyPoints'] => ({
  async createOrder(points, pointPaise) {
    const { data } = await authenticatedRequest<CreatePurchaseResponse>({
      method: 'post',
      url: paths.buyPoints,
      data: { points, amount: rupeesAmount(priceOfPoints(points, pointPaise)) },
    });
    return {
      purchaseId: data.purchase_id,
      ...checkoutOrder(data, data.payer, clock),
      description: pointsText(points),
    };
  },
  async verifyPayment({ purchaseId, amount }, { orderId, paymentId, signature }) {
    await authenticatedRequest({
      method: 'post',
      url: paths.completePoints,
      data: {
        purchase_id: purchaseId,
        order_id: orderId,
        payment_id: paymentId,
        signature,
        amount: rupeesAmount(amount),
      },
    });
  },
  async status(purchaseId) {
    const { data } = await authenticatedRequest<PurchaseResponse>({
      url: paths.pointPurchase,
      params: { purchase_id: purchaseId },
    });
    return { status: data.status };
  },
});
