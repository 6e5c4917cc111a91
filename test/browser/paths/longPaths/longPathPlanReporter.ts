import type { Reporter, Suite } from '@playwright/test/reporter';
import { type Plan, type PlannedPath, planFormats } from '../../../../tools/flows/plan.ts';

/** Type of the annotation that contains the steps of a path test in words. */
export const LONG_PATH_ANNOTATION = 'planned path';

/** Enables these annotations. The value is the format of the plan. */
export const LONG_PATH_PLAN_FORMAT = 'LONG_PATH_PLAN';

export interface PlannedTest {
  readonly name: string;
  readonly path: PlannedPath;
}

/** Prints the path tests as a plan for people, without running them (`npm run paths -- --plan --long`). */
export default class LongPathPlanReporter implements Reporter {
  onBegin(_config: unknown, suite: Suite): void {
    const plans = new Map<string, Plan>();
    const annotations = suite.allTests().flatMap((test) => test.annotations);
    for (const { type, description } of annotations) {
      if (type !== LONG_PATH_ANNOTATION || description === undefined) continue;
      const { name, path } = JSON.parse(description) as PlannedTest;
      plans.set(name, { name, paths: [...(plans.get(name)?.paths ?? []), path] });
    }
    const write = planFormats[process.env[LONG_PATH_PLAN_FORMAT] ?? ''];
    if (write) process.stdout.write(write([...plans.values()]));
  }

  printsToStdio(): boolean {
    return true;
  }
}
