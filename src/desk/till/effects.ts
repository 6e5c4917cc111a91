import { deskPaths } from '../../../contract/desk/paths.ts';
import type { TillsResponse } from '../../../contract/desk/money/till.ts';
import { amountField, parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

const rupeesOf = (paise = ''): string => amountField({ with: 'card', amount: Number(paise) });

export const createTillEffects = (authenticatedRequest: Send): DeskEffects['till'] => ({
  async tills(signal) {
    const { data } = await authenticatedRequest<TillsResponse>({ url: deskPaths.tills, signal });
    type Sums = (typeof data.tills)[number]['cash'];
    const sums = ({ taken, handed_out, expected }: Sums) => ({
      taken: parsePaise(taken),
      handedOut: parsePaise(handed_out),
      expected: parsePaise(expected),
    });
    const counted = (count: (typeof data.closes)[number]['cash']) => ({
      expected: parsePaise(count.expected),
      counted: parsePaise(count.counted),
    });
    return {
      tills: data.tills.map(({ cash, upi, entries, ...till }) => ({
        ...camelCased(till),
        cash: sums(cash),
        upi: sums(upi),
        entries: entries.map(withPaise),
      })),
      closes: data.closes.map(({ cash, upi, ...close }) => ({
        ...camelCased(close),
        cash: counted(cash),
        upi: counted(upi),
      })),
    };
  },
  async close({ cashExpected, upiExpected, ...entry }) {
    await authenticatedRequest({
      method: 'post',
      url: deskPaths.closeTill,
      data: {
        ...snakeCased(entry),
        cash_expected: rupeesOf(cashExpected),
        upi_expected: rupeesOf(upiExpected),
      },
    });
  },
});
