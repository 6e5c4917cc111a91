import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { coveringPaths } from '../../tools/flows/paths.ts';
import { longPathsOf } from '../../tools/flows/longPaths.ts';

/** A lamp that is switched, dimmed and broken. */
const machine = setup({
  types: { context: {} as { switched: number }, events: {} as { type: 'SWITCH' | 'DIM' | 'BREAK' } },
  guards: { isWorn: ({ context }) => context.switched > 1 },
}).createMachine({
  id: 'lamp',
  context: { switched: 0 },
  initial: 'off',
  states: {
    off: {
      on: { SWITCH: { target: 'on', actions: assign({ switched: ({ context }) => context.switched + 1 }) } },
    },
    on: { on: { SWITCH: 'off', DIM: 'dimmed', BREAK: [{ guard: 'isWorn', target: 'broken' }, {}] } },
    dimmed: { on: { SWITCH: 'off' } },
    broken: {},
  },
});
const model = {
  machine,
  key: ({ context }: { context: { switched: number } }) => ({ switched: Math.min(context.switched, 2) }),
};
const typesOf = (limits: Parameters<typeof longPathsOf>[1]): string[][] =>
  longPathsOf(model, limits).paths.map(({ events }) => events.map(({ type }) => type));

describe('the long paths of a machine', () => {
  test('cover in few long paths what many short paths cover', () => {
    expect(longPathsOf(model, { maxEvents: 20 }).missing).toEqual([]);
    expect(typesOf({ maxEvents: 20 })).toEqual([
      ['SWITCH', 'SWITCH', 'SWITCH', 'DIM', 'SWITCH', 'SWITCH', 'BREAK'],
      ['SWITCH', 'BREAK'],
    ]);
    expect(coveringPaths(model).paths.length).toBeGreaterThan(2);
  });

  test('cover every state and the given events only, and report an event that no long path uses', () => {
    expect(typesOf({ maxEvents: 20, statesAndEvents: ['BREAK'] })).toEqual([
      ['SWITCH', 'DIM', 'SWITCH', 'SWITCH', 'BREAK'],
    ]);
    const { missing } = longPathsOf(model, { maxEvents: 20, statesAndEvents: ['BREAK', 'LIGHT'] });
    expect(missing).toEqual(['event LIGHT']);
  });

  test('are not longer than the limit, and report what no long path of that length covers', () => {
    const { paths, missing } = longPathsOf(model, { maxEvents: 2 });
    expect(Math.max(...paths.map(({ events }) => events.length))).toBe(2);
    expect(missing).toEqual([
      'lamp.broken',
      'lamp.on --BREAK[0]--> lamp.broken',
      'lamp.dimmed --SWITCH--> lamp.off',
    ]);
  });

  test('take no event that may not follow the earlier ones, and report what is then missing', () => {
    const { paths, missing } = longPathsOf(model, {
      maxEvents: 20,
      canFollow: (earlier, { type }) => type !== 'BREAK' || earlier.at(-1)?.type === 'DIM',
    });
    expect(paths.flatMap(({ events }) => events.map(({ type }) => type))).not.toContain('BREAK');
    expect(missing).toEqual([
      'lamp.broken',
      'lamp.on --BREAK[0]--> lamp.broken',
      'lamp.on --BREAK[1]--> no state',
    ]);
  });

  test('distinguish situations that differ only in their earlier events, when `memory` is given', () => {
    const mayFollow = (earlier: readonly { type: string }[], { type }: { type: string }): boolean =>
      type !== 'BREAK' || earlier.filter((event) => event.type === 'DIM').length > 2;
    const coversBroken = ({ missing }: ReturnType<typeof longPathsOf>): boolean =>
      !missing.includes('lamp.broken');
    expect(coversBroken(longPathsOf(model, { maxEvents: 20, canFollow: mayFollow }))).toBe(false);
    const memory = (earlier: readonly { type: string }[]): number =>
      earlier.filter(({ type }) => type === 'DIM').length;
    expect(
      coversBroken(longPathsOf(model, { maxEvents: 20, canFollow: mayFollow, historyKey: memory })),
    ).toBe(true);
  });
});
