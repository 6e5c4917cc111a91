import { asCsv, asGherkin, asMarkdown, type Plan } from '../../tools/flows/plan.ts';

/** How a plan is printed, by the name of the format. */
export const planFormats: Readonly<Record<string, (plans: readonly Plan[]) => string>> = {
  markdown: (plans) => plans.map(asMarkdown).join('\n'),
  csv: asCsv,
  gherkin: (plans) => plans.map(asGherkin).join('\n'),
};
