import type { Reporter, Suite } from '@playwright/test/reporter';
import { type Plan, type PlannedPath, planFormats } from '../../../tools/flows/plan.ts';

/** The type of the annotation that contains the steps of a walk in words. */
export const TOUR_ANNOTATION = 'planned tour';

/** The environment variable that enables these annotations. Its value is the format of the plan. */
export const TOUR_PLAN_FORMAT = 'TOUR_PLAN';

export interface PlannedTour {
  /** The machine. */
  readonly name: string;
  readonly path: PlannedPath;
}

/** Prints the walks as a plan for people, without running them (`npm run paths -- --plan --tours`). */
export default class TourPlanReporter implements Reporter {
  onBegin(_config: unknown, suite: Suite): void {
    const plans = new Map<string, Plan>();
    const annotations = suite.allTests().flatMap((test) => test.annotations);
    for (const { type, description } of annotations) {
      if (type !== TOUR_ANNOTATION || description === undefined) continue;
      const { name, path } = JSON.parse(description) as PlannedTour;
      plans.set(name, { name, paths: [...(plans.get(name)?.paths ?? []), path] });
    }
    const write = planFormats[process.env[TOUR_PLAN_FORMAT] ?? ''];
    if (write) process.stdout.write(write([...plans.values()]));
  }

  printsToStdio(): boolean {
    return true;
  }
}
