import { expect, test } from 'vitest';
import type { Database } from '../../server/platform/database/schema.ts';
import { standbyReads, type LogPosition } from '../../server/platform/database/connection/standby.ts';

const MAX_LAG = 5_000;

/** A simulated primary and standby, and the reads that choose between them. Tests change the positions and the clock. */
function simulatePair() {
  const [primary, standby] = [{}, {}] as [Database, Database];
  const state = {
    monotonic: 1_000,
    written: 100,
    applied: 100,
    system: 'ours',
    isStandby: true,
    primaryFails: null as Error | null,
    standbyFails: null as Error | null,
    standbyHangs: false,
  };
  const logLines: string[] = [];
  const logger = (level: string) => (details: object, message: string) =>
    void logLines.push(
      `${level}: ${message.includes('not read') ? (details as { reason: string }).reason : 'read'}`,
    );
  const reads = standbyReads({
    primary,
    standby,
    maxLagMs: MAX_LAG,
    monotonic: () => state.monotonic,
    checkTimeoutMs: 1,
    async readPosition(database): Promise<LogPosition> {
      if (database === primary) {
        if (state.primaryFails) throw state.primaryFails;
        return { system: 'ours', bytes: state.written, isStandby: false };
      }
      if (state.standbyHangs) return new Promise(() => undefined);
      if (state.standbyFails) throw state.standbyFails;
      return { system: state.system, bytes: state.applied, isStandby: state.isStandby };
    },
  });
  return {
    state,
    logLines,
    reads,
    check: () => reads.check({ info: logger('info'), warn: logger('warn') }),
    /** 'standby' or 'primary'. */
    servedBy: (since?: number) =>
      reads.read(async (database) => (database === standby ? 'standby' : 'primary'), since),
    standby,
  };
}

const connectionError = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

test('the standby is read after a check has found it at the position of the primary', async () => {
  const { check, servedBy, reads, logLines } = simulatePair();
  expect(await servedBy()).toBe('primary');
  await check();
  expect(await servedBy()).toBe('standby');
  expect(reads.state()).toEqual({ isInUse: true, lagSeconds: 0, reads: { standby: 1, primary: 1 } });
  expect(logLines).toEqual(['info: read']);
});

test('the standby is read while its lag, measured by the changes it has applied, is within the limit', async () => {
  const { state, check, servedBy, logLines } = simulatePair();
  await check();
  for (state.monotonic += 1_000; state.monotonic <= 1_000 + MAX_LAG; state.monotonic += 1_000) {
    state.written += 10;
    await check();
    expect(await servedBy()).toBe('standby');
  }
  await check();
  expect(await servedBy()).toBe('primary');
  // The standby catches up to the primary's position of two seconds ago.
  state.applied = state.written - 10;
  await check();
  expect(await servedBy()).toBe('standby');
  expect(logLines).toEqual(['info: read', 'warn: it is too far behind', 'info: read']);
});

test('the standby has no lag while the primary writes nothing', async () => {
  const { state, check, servedBy } = simulatePair();
  for (let n = 0; n < 20; n += 1) {
    state.monotonic += MAX_LAG;
    await check();
    expect(await servedBy()).toBe('standby');
  }
});

test('without the primary to compare with, the standby is read until the last check is too old', async () => {
  const { state, check, servedBy } = simulatePair();
  await check();
  state.primaryFails = connectionError();
  state.monotonic += MAX_LAG;
  await check();
  expect(await servedBy()).toBe('standby');
  state.monotonic += 1;
  expect(await servedBy()).toBe('primary');
});

test('a read that must see a change uses the primary until a check finds the change on the standby', async () => {
  const { state, check, servedBy } = simulatePair();
  await check();
  const changedAt = state.monotonic + 10;
  state.monotonic += 20;
  expect(await servedBy(changedAt)).toBe('primary');
  expect(await servedBy(changedAt - 10)).toBe('standby');
  state.written += 1;
  await check();
  expect(await servedBy(changedAt)).toBe('primary');
  state.applied += 1;
  await check();
  expect(await servedBy(changedAt)).toBe('standby');
});

test.each([
  ['it is no standby', { isStandby: false }],
  ['it is the standby of another database', { system: 'another' }],
  ['ECONNREFUSED', { standbyFails: connectionError() }],
  ['no answer', { standbyHangs: true }],
])('the standby is not read after a check finds: %s', async (reason, change) => {
  const { state, check, servedBy, logLines } = simulatePair();
  await check();
  const before = { ...state };
  Object.assign(state, change);
  await check();
  await check();
  expect(await servedBy()).toBe('primary');
  Object.assign(state, before);
  await check();
  expect(await servedBy()).toBe('standby');
  expect(logLines).toEqual(['info: read', `warn: ${reason}`, 'info: read']);
});

test('a read that cannot reach the standby runs on the primary, and so do the next ones until a check', async () => {
  const { check, reads, servedBy, standby } = simulatePair();
  await check();
  const found = await reads.read(async (database) => {
    if (database === standby) throw connectionError();
    return 'primary';
  });
  expect(found).toBe('primary');
  expect(await servedBy()).toBe('primary');
  await check();
  expect(await servedBy()).toBe('standby');
});

test('a read that conflicts with recovery on the standby runs on the primary, and the next ones use the standby', async () => {
  const { check, reads, servedBy, standby } = simulatePair();
  await check();
  const found = await reads.read(async (database) => {
    if (database === standby) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
    return 'primary';
  });
  expect(found).toBe('primary');
  expect(await servedBy()).toBe('standby');
});

test('an error of the query itself is not retried on the primary', async () => {
  const { check, reads } = simulatePair();
  await check();
  let runs = 0;
  const refused = reads.read(async () => {
    runs += 1;
    throw new Error('there is no such page');
  });
  await expect(refused).rejects.toThrow('there is no such page');
  expect(runs).toBe(1);
});
