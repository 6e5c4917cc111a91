import { useEffect, useState } from 'react';

/** Letters that are not Latin. Most names have none, so the rule about letters is loaded only for the others. */
const NOT_LATIN = /[^\u0020-\u024f\u1e00-\u1eff]/u;

/**
 * Says while a name is typed that an invoice cannot show it, because only the payment would refuse it. Undefined for a name
 * that an invoice can show. An account may have such a name: another one can be entered for invoices.
 */
export function useInvoiceNameNote(name: string): string | undefined {
  const [checked, setChecked] = useState<{ name: string; problem: string | null } | null>(null);
  useEffect(() => {
    if (!NOT_LATIN.test(name)) return undefined;
    let isCurrent = true;
    import('../../../domain/text/printedLetters.ts')
      .then(({ invoiceNameProblem }) => {
        if (isCurrent) setChecked({ name, problem: invoiceNameProblem(name) });
      })
      // The payment checks the name as well.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [name]);
  if (checked?.name !== name || checked.problem === null) return undefined;
  return `This name ${checked.problem}, or enter another name for invoices in the profile before you pay.`;
}
