import { z } from 'zod';
import { NETWORKS, type Network } from '../domain/content/business.ts';
import { gstinProblemTexts, parseGstin } from '../domain/invoices/gstin.ts';
import { ROOM_STATE, stateText } from '../domain/invoices/gstStates.ts';
import { MAX_POLICY_TEXT_LENGTH, POLICY_NAMES } from '../domain/content/policyTexts.ts';
import { parseWebUrl } from '../domain/content/webUrl.ts';
import { mailableAddress, phoneByPlan } from './account/registration.ts';
import { count, filledLine, filledText, optionalLine } from './values.ts';

const forNetworks = <Link extends z.ZodType>(link: Link) =>
  Object.fromEntries(NETWORKS.map((network) => [network, link])) as Record<Network, Link>;

const business = z.object({
  name: z.string(),
  address: z.string(),
  gstin: z.string(),
  phone: z.string(),
  email: z.string(),
  map: z.string().nullable(),
  whatsapp: z.string().nullable(),
  social: z.object(forNetworks(z.string().nullable())),
});

/** The seller is registered in the state of the rooms. */
export const sellerGstin = z.string().transform((text, context) => {
  const parsed = parseGstin(text);
  if (parsed.problem === null && parsed.state === ROOM_STATE) return parsed.gstin;
  const message =
    parsed.problem === null
      ? `must be of the state of the rooms, ${stateText(ROOM_STATE)}`
      : gstinProblemTexts[parsed.problem];
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** An optional link as a person writes it; null when empty. */
const link = optionalLine(300).transform((text, context) => {
  if (text === undefined) return null;
  const url = parseWebUrl(text);
  if (url === null) {
    context.addIssue({ code: 'custom', message: 'must be a web address such as https://example.com' });
    return z.NEVER;
  }
  return url;
});

const phoneIn = (text: string, context: z.RefinementCtx): string => {
  const phone = phoneByPlan(text);
  if (phone !== null) return phone;
  context.addIssue({ code: 'custom', message: 'must be a valid phone number' });
  return z.NEVER;
};

/**
 * POST save business: all details, with the page at each network by its name, and the `version` that was read. The phone number
 * stays as it was written.
 */
export const saveBusinessRequest = z.object({
  version: count,
  name: filledLine(200),
  address: filledLine(500),
  gstin: sellerGstin,
  phone: filledLine(40).superRefine((text, context) => void phoneIn(text, context)),
  email: mailableAddress,
  map: link,
  whatsapp: optionalLine(40).transform((text, context) =>
    text === undefined ? null : phoneIn(text, context),
  ),
  ...forNetworks(link),
});
export type SaveBusinessRequest = z.output<typeof saveBusinessRequest>;

/** A text of the site in Markdown; null until an owner has saved one. `changed_on`: the IST date of its last change. */
const policyText = z.object({ text: z.string().nullable(), changed_on: z.string().nullable() });
export type PolicyText = z.infer<typeof policyText>;

/** GET policy text: the text of a page. */
export const policyTextQuery = z.object({ name: z.enum(POLICY_NAMES) });
export const policyTextResponse = z.object({ data: policyText });
export type PolicyTextResponse = z.infer<typeof policyTextResponse>;

const savedText = policyText.extend({ version: z.number() });

/** GET business at the desk: the details, and the texts by their page. `version` is 0 for what no owner has saved yet. */
export const deskBusinessResponse = z.object({
  data: z.object({
    details: business.extend({ version: z.number() }),
    texts: z.object({ terms: savedText, privacy: savedText, cancellation: savedText }),
  }),
});
export type DeskBusinessResponse = z.infer<typeof deskBusinessResponse>;
export type DeskBusiness = DeskBusinessResponse['data'];

/** POST save policy text: a page's text, and the `version` that was read. */
export const savePolicyTextRequest = z.object({
  version: count,
  name: z.enum(POLICY_NAMES),
  text: filledText(MAX_POLICY_TEXT_LENGTH),
});
export type SavePolicyTextRequest = z.output<typeof savePolicyTextRequest>;

export const businessSavedResponse = z.object({ data: z.object({ version: z.number() }) });
