import { z } from 'zod';
import { gstinProblemTexts, parseGstin } from '../../domain/invoices/gstin.ts';
import { isStateCode, stateText, type StateCode } from '../../domain/invoices/gstStates.ts';
import { isPrintable, oneLine } from '../../domain/text/printable.ts';
import { unprintedProblem } from '../../domain/text/printedLetters.ts';
import { asciiDigits } from '../../domain/text/typedText.ts';
import { BILLING_LIMITS } from '../../domain/invoices/billing.ts';
import { typedText } from '../values.ts';

/**
 * A user's billing details for invoices: the name of the company (instead of the user's name), its address, GSTIN and state
 * (GST code). A field that is not known is ''. `sez`: the buyer is a unit or developer in a special economic zone, so the invoice
 * has IGST. Until details are saved, `company_name` is that of the account.
 */
const billingDetails = z.object({
  company_name: z.string(),
  address: z.string(),
  gstin: z.string(),
  state: z.string(),
  sez: z.boolean(),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** GET and POST billing details. `saved` is false while there are none. */
export const billingResponse = z.object({ data: billingDetails.extend({ saved: z.boolean() }) });
export type BillingResponse = z.infer<typeof billingResponse>;

/** Text for an invoice: one line of limited length with printable characters only. */
const printedText = (max: number) =>
  typedText
    .default('')
    .transform(oneLine)
    .refine((text) => text.length <= max, `must be at most ${max} characters`)
    .refine(isPrintable, 'has a character that cannot be printed')
    .superRefine((text, context) => {
      const problem = unprintedProblem(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });

/** A choice. Forms send only text (ruling 16); missing or empty is no. */
const choice = z.preprocess(
  (value) =>
    typeof value === 'boolean' ? value : ({ true: true, false: false, '': false }[String(value)] ?? value),
  z.boolean('must be true or false'),
);

/** A GSTIN in its stored form, or ''. */
const gstin = typedText.default('').transform((text, context) => {
  if (text === '') return '';
  const parsed = parseGstin(text);
  if (parsed.problem === null) return parsed.gstin;
  context.addIssue({ code: 'custom', message: gstinProblemTexts[parsed.problem] });
  return z.NEVER;
});

const state = typedText.default('').transform((text, context): StateCode | '' => {
  const code = asciiDigits(text);
  if (code === '' || isStateCode(code)) return code;
  context.addIssue({ code: 'custom', message: 'must be the GST code of a state, such as 33' });
  return z.NEVER;
});

/** The fields of billing details as they are typed. Every field may be left out. */
export const billingFields = {
  company_name: printedText(BILLING_LIMITS.companyName),
  address: printedText(BILLING_LIMITS.address),
  gstin,
};

/** With a GSTIN the address is required (rule 46 of the CGST Rules). */
export function checkBillingFields(
  { company_name, address, gstin: number }: Pick<BillingDetails, 'company_name' | 'address' | 'gstin'>,
  context: z.RefinementCtx,
): void {
  const refuse = (field: keyof BillingDetails, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (company_name === '' && (address || number)) refuse('company_name', 'must not be empty');
  if (number !== '' && address === '') refuse('address', 'must not be empty with a GSTIN');
}

/**
 * POST billing details. The GSTIN may be in lower case, contain spaces and dashes, and follow a label. With a GSTIN the state is
 * that of the GSTIN, so it may be left out. If all fields are empty, the details are deleted.
 */
export const billingRequest = z
  .object({ ...billingFields, state, sez: choice.default(false) })
  .superRefine((details, context) => {
    const refuse = (field: keyof BillingDetails, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { company_name, address, gstin: number, state: chosen, sez } = details;
    checkBillingFields(details, context);
    if (company_name === '' && !address && !number && (chosen || sez))
      refuse('company_name', 'must not be empty');
    if (sez && number === '') refuse('gstin', 'must not be empty for a special economic zone');
    if (number === '') return;
    const gstinState = number.slice(0, 2) as StateCode;
    if (chosen !== '' && chosen !== gstinState)
      refuse('state', `must be the GSTIN's, ${stateText(gstinState)}`);
  })
  .transform((details): BillingDetails => ({
    ...details,
    state: details.gstin === '' ? details.state : details.gstin.slice(0, 2),
  }));
