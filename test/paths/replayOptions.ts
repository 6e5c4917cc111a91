import { fromCallback } from 'xstate';
import type { Clock } from '../../machines/engine/clock.ts';
import { Failure, type FailureStatus } from '../../machines/engine/failure.ts';
import { type Flow } from '../../machines/engine/flow.ts';
import { type AnyFlow, registry } from '../../machines/registry.ts';
import type { RecordedClock } from '../../tools/flows/recording.ts';
import type { ReplayOptions } from '../../tools/flows/replay.ts';
import { redactedValue } from '../../tools/inspector/site/redact.ts';
import { registrationForm } from '../../machines/account/registration/setup.ts';
import { models } from './models.ts';

/* The options for replaying a recording with this project's machines (docs/recording.md). */

const groups = await Promise.all([...Object.values(registry.lazy), registry.desk].map((load) => load()));
const flows = new Map<string, AnyFlow | Flow>(
  [...registry.atStart, ...groups.flat()].map((flow) => [flow.id, flow]),
);
/** Machines by id. Includes those that are not flows of the registry: the root and the child machines of flows. */
const machinesById = new Map(
  [...Object.values(models).map(({ machine }) => machine), registrationForm].map((machine) => [
    machine.id,
    machine,
  ]),
);

/** `slots:1` runs the flow `slots`; a child machine is found by its id. */
const machineOf: ReplayOptions['machineOf'] = ({ path, name, machine }) => {
  const flow = path.includes('/') ? undefined : flows.get(name.replace(/:.*$/, ''));
  return flow?.machine.id === machine ? flow.machine : (machinesById.get(machine) ?? null);
};

/** Replacements of redacted texts, which the rules of forms and guards accept. */
const replacements: Readonly<Record<string, string>> = {
  '[email]': 'asha.raman@example.com',
  '[phone]': '+919840012345',
  '[GSTIN]': '33AAACH7409R1Z8',
};
/** Left by the inspector's redaction. */
const REDACTION_MARK = /\[(?:redacted|email|phone|GSTIN|company|address)\]/;
const isRedacted = (event: unknown): boolean => REDACTION_MARK.test(JSON.stringify(event) ?? '');

const replaceMarks = (text: string): string =>
  text.replace(/\[(?:email|phone|GSTIN)\]/g, (mark) => replacements[mark] ?? mark);

const silent = fromCallback(() => undefined);

type Fields = Readonly<Record<string, unknown>>;

/** A failure's JSON has its details next to its status. */
function failureIn({ status, code, message, ...details }: Fields): Failure {
  const text = typeof message === 'string' ? message : '';
  return new Failure(status as FailureStatus, code as Failure['code'], text, details);
}

const isFailure = (value: Fields): boolean => 'status' in value && 'code' in value && 'message' in value;

function reviveValue(value: unknown, clock: () => RecordedClock): unknown {
  if (typeof value === 'string') return replaceMarks(value);
  if (Array.isArray(value)) return value.map((item) => reviveValue(item, clock));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if (isFailure(fields)) return failureIn(fields);
  return Object.fromEntries([
    ...Object.entries(fields).map(([name, inner]) => [name, reviveField(name, inner, clock)]),
    // The root gets the logic of its flows by this function.
    ...('flows' in fields && 'clock' in fields ? [['logicOf', () => silent]] : []),
  ]) as unknown;
}

function reviveField(name: string, value: unknown, clock: () => RecordedClock): unknown {
  if (name === 'clock') {
    return { now: () => clock().now, isUnsynced: () => clock().isUnsynced } satisfies Clock;
  }
  if (name === 'flows' && typeof value === 'object' && value !== null) {
    const flowById = (id: unknown): unknown => flows.get(String(id));
    return Array.isArray(value)
      ? value.map(flowById)
      : Object.fromEntries(Object.keys(value).map((id) => [id, flowById(id)]));
  }
  return reviveValue(value, clock);
}

/** Restores clocks, failures and flows in recorded events, and replaces redacted texts by texts that forms accept. */
export const replayOptions: ReplayOptions = {
  machineOf,
  revive: reviveValue,
  isRedacted,
  toRecordedForm: redactedValue,
};
