import { fromCallback } from 'xstate';
import type { Clock } from '../../machines/clock.ts';
import { Failure, type FailureStatus } from '../../machines/failure.ts';
import { type Flow } from '../../machines/flow.ts';
import { type AnyFlow, registry } from '../../machines/registry.ts';
import type { RecordedClock } from '../../tools/flows/recording.ts';
import type { ReplayOptions } from '../../tools/flows/replay.ts';
import { redactedValue } from '../../tools/inspector/site/redact.ts';
import { models } from './models.ts';

/* What a replay needs beside a recording of this project's machines (docs/recording.md). */

const groups = await Promise.all([...Object.values(registry.lazy), registry.desk].map((load) => load()));
const flows = new Map<string, AnyFlow | Flow>(
  [...registry.atStart, ...groups.flat()].map((flow) => [flow.id, flow]),
);
/** Those that no flow of the registry runs: the root, and the parts of flows. */
const parts = new Map(Object.values(models).map(({ machine }) => [machine.id, machine]));

/** `slots:1` is the flow `slots`; a part of a flow has no name of its own. */
const machineOf: ReplayOptions['machineOf'] = ({ path, name, machine }) => {
  const flow = path.includes('/') ? undefined : flows.get(name.replace(/:.*$/, ''));
  return flow?.machine.id === machine ? flow.machine : (parts.get(machine) ?? null);
};

/** What stands for a redacted text where a rule of a form or a guard looks at it. */
const standIns: Readonly<Record<string, string>> = {
  '[e-mail]': 'asha.raman@example.com',
  '[phone]': '+919840012345',
  '[GSTIN]': '33AAACH7409R1Z8',
};
/** What the redaction of the inspector leaves in the place of a value. */
const MARK = /\[(?:redacted|e-mail|phone|GSTIN|company|address)\]/;
const isRedacted = (event: unknown): boolean => MARK.test(JSON.stringify(event) ?? '');

const inText = (text: string): string =>
  text.replace(/\[(?:e-mail|phone|GSTIN)\]/g, (mark) => standIns[mark] ?? mark);

const silent = fromCallback(() => undefined);

type Fields = Readonly<Record<string, unknown>>;

/** A failure's JSON has its details beside its status. */
function failureIn({ status, code, message, ...details }: Fields): Failure {
  const text = typeof message === 'string' ? message : '';
  return new Failure(status as FailureStatus, code as Failure['code'], text, details);
}

const isFailure = (value: Fields): boolean => 'status' in value && 'code' in value && 'message' in value;

function revived(value: unknown, clock: () => RecordedClock): unknown {
  if (typeof value === 'string') return inText(value);
  if (Array.isArray(value)) return value.map((item) => revived(item, clock));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if (isFailure(fields)) return failureIn(fields);
  return Object.fromEntries([
    ...Object.entries(fields).map(([name, inner]) => [name, fieldRevived(name, inner, clock)]),
    // The root starts flows by it.
    ...('flows' in fields && 'clock' in fields ? [['logicOf', () => silent]] : []),
  ]) as unknown;
}

function fieldRevived(name: string, value: unknown, clock: () => RecordedClock): unknown {
  if (name === 'clock') {
    return { now: () => clock().now, isUnsynced: () => clock().isUnsynced } satisfies Clock;
  }
  if (name === 'flows' && typeof value === 'object' && value !== null) {
    const named = (id: unknown): unknown => flows.get(String(id));
    return Array.isArray(value)
      ? value.map(named)
      : Object.fromEntries(Object.keys(value).map((id) => [id, named(id)]));
  }
  return revived(value, clock);
}

/** Clocks, failures and flows as the machines have them; redacted texts that forms accept. */
export const replayOptions: ReplayOptions = {
  machineOf,
  revive: revived,
  isRedacted,
  toRecordedForm: redactedValue,
};
