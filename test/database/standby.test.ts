import { expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { standbyReads, type LogPosition } from '../../server/database/standby.ts';

const MAX_LAG = 5_000;

/** A primary and its standby, whose positions and clock a test moves, and reads from them. */
function pair() {
  const [primary, standby] = [{}, {}] as [Database, Database];
  const world = {
    monotonic: 1_000,
    written: 100,
    applied: 100,
    system: 'ours',
    isStandby: true,
    primaryFails: null as Error | null,
    standbyFails: null as Error | null,
    isSilent: false,
  };
  const lines: string[] = [];
  const line = (level: string) => (details: object, message: string) =>
    void lines.push(
      `${level}: ${message.includes('not read') ? (details as { reason: string }).reason : 'read'}`,
    );
  const reads = standbyReads({
    primary,
    standby,
    maxLagMs: MAX_LAG,
    monotonic: () => world.monotonic,
    checkTimeoutMs: 1,
    async readPosition(source): Promise<LogPosition> {
      if (source === primary) {
        if (world.primaryFails) throw world.primaryFails;
        return { system: 'ours', bytes: world.written, isStandby: false };
      }
      if (world.isSilent) return new Promise(() => undefined);
      if (world.standbyFails) throw world.standbyFails;
      return { system: world.system, bytes: world.applied, isStandby: world.isStandby };
    },
  });
  return {
    world,
    lines,
    reads,
    check: () => reads.check({ info: line('info'), warn: line('warn') }),
    /** Which of the two answers. */
    source: (since?: number) =>
      reads.read(async (database) => (database === standby ? 'standby' : 'primary'), since),
    standby,
  };
}

const away = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

test('it is read once a check has found it at the position of the primary', async () => {
  const { check, source, reads, lines } = pair();
  expect(await source()).toBe('primary');
  await check();
  expect(await source()).toBe('standby');
  expect(reads.state()).toEqual({ isInUse: true, lagSeconds: 0, reads: { standby: 1, primary: 1 } });
  expect(lines).toEqual(['info: read']);
});

test('it is read while it is behind by less than allowed, and not beyond, by what was applied', async () => {
  const { world, check, source, lines } = pair();
  await check();
  for (world.monotonic += 1_000; world.monotonic <= 1_000 + MAX_LAG; world.monotonic += 1_000) {
    world.written += 10;
    await check();
    expect(await source()).toBe('standby');
  }
  await check();
  expect(await source()).toBe('primary');
  // It catches up with what was written two seconds ago.
  world.applied = world.written - 10;
  await check();
  expect(await source()).toBe('standby');
  expect(lines).toEqual(['info: read', 'warn: it is too far behind', 'info: read']);
});

test('a primary that writes nothing does not make it late', async () => {
  const { world, check, source } = pair();
  for (let n = 0; n < 20; n += 1) {
    world.monotonic += MAX_LAG;
    await check();
    expect(await source()).toBe('standby');
  }
});

test('without checks, or a primary to compare with, it is read as long as it is recent enough', async () => {
  const { world, check, source } = pair();
  await check();
  world.primaryFails = away();
  world.monotonic += MAX_LAG;
  await check();
  expect(await source()).toBe('standby');
  world.monotonic += 1;
  expect(await source()).toBe('primary');
});

test('what needs a change reads the primary until the standby is known to show it', async () => {
  const { world, check, source } = pair();
  await check();
  const changed = world.monotonic + 10;
  world.monotonic += 20;
  expect(await source(changed)).toBe('primary');
  expect(await source(changed - 10)).toBe('standby');
  world.written += 1;
  await check();
  expect(await source(changed)).toBe('primary');
  world.applied += 1;
  await check();
  expect(await source(changed)).toBe('standby');
});

test.each([
  ['it is no standby', { isStandby: false }],
  ['it is the standby of another database', { system: 'another' }],
  ['ECONNREFUSED', { standbyFails: away() }],
  ['no answer', { isSilent: true }],
])('it is left when a check finds: %s', async (reason, change) => {
  const { world, check, source, lines } = pair();
  await check();
  const before = { ...world };
  Object.assign(world, change);
  await check();
  await check();
  expect(await source()).toBe('primary');
  Object.assign(world, before);
  await check();
  expect(await source()).toBe('standby');
  expect(lines).toEqual(['info: read', `warn: ${reason}`, 'info: read']);
});

test('a read that finds it away runs on the primary, and so do the next ones until a check', async () => {
  const { check, reads, source, standby } = pair();
  await check();
  const found = await reads.read(async (database) => {
    if (database === standby) throw away();
    return 'primary';
  });
  expect(found).toBe('primary');
  expect(await source()).toBe('primary');
  await check();
  expect(await source()).toBe('standby');
});

test('a read that was in the way of what it receives runs on the primary alone', async () => {
  const { check, reads, source, standby } = pair();
  await check();
  const found = await reads.read(async (database) => {
    if (database === standby) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
    return 'primary';
  });
  expect(found).toBe('primary');
  expect(await source()).toBe('standby');
});

test('an error about what was asked is the answer', async () => {
  const { check, reads } = pair();
  await check();
  let runs = 0;
  const refused = reads.read(async () => {
    runs += 1;
    throw new Error('there is no such page');
  });
  await expect(refused).rejects.toThrow('there is no such page');
  expect(runs).toBe(1);
});
