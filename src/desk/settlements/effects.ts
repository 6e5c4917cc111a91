import { deskPaths } from '../../../contract/desk/paths.ts';
import type { SettlementsResponse } from '../../../contract/desk/money/settlements.ts';
import { amountField, parsePaise } from '../../../domain/money/amounts.ts';
import { MAX_REPORT_BYTES, reportTooLarge } from '../../../domain/money/settlementReport.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';

/** Longer than sending and matching the largest report takes on a slow connection. */
const TIMEOUT_MS = 90_000;

const rupeesOf = (paise = ''): string => amountField({ with: 'card', amount: Number(paise) });

export const createSettlementEffects = (authenticatedRequest: Send): DeskEffects['settlements'] => ({
  async settlements(period, signal) {
    const [from, to] = period.split('/');
    const { data } = await authenticatedRequest<SettlementsResponse>({
      url: deskPaths.settlements,
      params: { from, to },
      signal,
    });
    const compared = <Value extends { readonly ours: string; readonly reported: string }>(value: Value) =>
      Object.assign(camelCased(value), {
        ours: parsePaise(value.ours),
        reported: parsePaise(value.reported),
      });
    return {
      settlements: data.settlements.map((settlement) =>
        Object.assign(camelCased(settlement), {
          payments: parsePaise(settlement.payments),
          refunds: parsePaise(settlement.refunds),
          fee: parsePaise(settlement.fee),
          tax: parsePaise(settlement.tax),
          other: parsePaise(settlement.other),
          net: parsePaise(settlement.net),
        }),
      ),
      differences: data.differences.map(compared),
      more: data.more,
      explained: data.explained.map(compared),
      reports: data.reports.map(camelCased),
    };
  },
  async upload(file) {
    // A server ends the connection of a larger body without a response that the browser shows.
    if (file.size > MAX_REPORT_BYTES) throw new Failure(413, 'too-large', reportTooLarge);
    await authenticatedRequest({
      method: 'post',
      url: deskPaths.uploadSettlementReport,
      params: { name: file.name },
      data: file,
      timeout: TIMEOUT_MS,
      transformRequest: (bytes: unknown, headers) => {
        headers.setContentType('text/csv');
        return bytes;
      },
    });
  },
  async explain({ ours, reported, ...entry }) {
    await authenticatedRequest({
      method: 'post',
      url: deskPaths.explainDifference,
      data: { ...snakeCased(entry), ours: rupeesOf(ours), reported: rupeesOf(reported) },
    });
  },
});
