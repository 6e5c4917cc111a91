import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { type Box, drawBoxes, machineBox } from '../../tools/flows/drawing.ts';
import { foldableStates, foldedBox } from '../../tools/flows/folding.ts';
import { foldedStates } from '../../tools/inspector/page/drawing.ts';
import { models } from '../paths/models.ts';
import { layoutProblemsOf } from './layoutProblems.ts';

const boxesIn = (box: Box): Box[] => [box, ...box.boxes.flatMap(boxesIn)];

/** As on a page. */
const withControls = (box: Box, foldable: ReadonlySet<string>): Box => ({
  ...box,
  controls: foldable.has(box.id) ? ['fold'] : [],
  boxes: box.boxes.map((inner) => withControls(inner, foldable)),
});

describe.each(Object.entries(models))('%s with all of its states folded', (_name, { machine }) => {
  const whole = machineBox(machine);
  const folded = foldedBox(whole, new Set(foldableStates(whole)));

  test('has no nested states, and its lines lead only to drawn boxes', async () => {
    expect(folded.boxes.flatMap(({ boxes }) => boxes)).toEqual([]);
    const ids = new Set(boxesIn(folded).map(({ id }) => id));
    const targets = boxesIn(folded).flatMap(({ rows }) => rows.flatMap((row) => row.targets ?? []));
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    expect(await layoutProblemsOf(withControls(folded, new Set(foldableStates(whole))))).toEqual([]);
  });

  test('still shows every transition that leads from one outer state to another', () => {
    const outermost = (id: string): string =>
      whole.boxes.find((box) => boxesIn(box).some((inner) => inner.id === id))?.id ?? whole.id;
    const leaving = boxesIn(whole).flatMap((box) =>
      box.rows.flatMap(({ transition = '', targets = [] }) =>
        targets.some((target) => outermost(target) !== outermost(box.id)) ? [transition] : [],
      ),
    );
    const shown = boxesIn(folded).flatMap(({ rows }) =>
      rows.flatMap(({ transition, transitions = [] }) => [...transitions, transition]),
    );
    expect(leaving.filter((id) => !shown.includes(id))).toEqual([]);
  });
});

describe('a folded phase of the checkout', () => {
  const whole = machineBox(models['checkout']?.machine as never);
  const boxesWhenFolded = (folded: readonly string[]): Map<string, Box> =>
    new Map(boxesIn(foldedBox(whole, new Set(folded))).map((box) => [box.id, box]));

  test('ends incoming lines at its border, and groups its outgoing transitions', () => {
    const boxes = boxesWhenFolded(['checkout.card']);
    expect(boxes.has('checkout.card.paying')).toBe(false);
    expect(boxes.get('checkout.reviewing')?.rows).toContainEqual(
      expect.objectContaining({ arrow: '→ card.resuming', targets: ['checkout.card'] }),
    );
    const { rows = [] } = boxes.get('checkout.card') ?? {};
    expect(rows.map(({ text, arrow }) => [text, arrow].join(' '))).toEqual(
      expect.arrayContaining(['14 states inside ', 'createOrder failed [isBlocked] → blocked']),
    );
    expect(rows.find(({ arrow }) => arrow === '→ booked')?.transitions).toContain(
      'checkout.card.verifying --xstate.done.actor.verifyPayment--> checkout.booked',
    );
  });

  test('can be folded inside an unfolded phase', () => {
    const boxes = boxesWhenFolded(['checkout.card.paying']);
    expect(boxes.get('checkout.card.paying')?.boxes).toEqual([]);
    expect(boxes.get('checkout.card.paying')?.rows.map(({ arrow }) => arrow)).toContain('→ verifying');
    expect(boxes.has('checkout.card.waitingForBank.polling')).toBe(true);
  });

  test('is unfolded around the present state, and nothing is folded in a small machine', () => {
    const chart = (machine: AnyStateMachine) => {
      const box = machineBox(machine);
      return { machine, box, foldable: foldableStates(box), pictures: new Map<string, never>() };
    };
    const active = ['card', 'card.waitingForBank', 'card.waitingForBank.polling'];
    const present = new Set(active.map((state) => `checkout.${state}`));
    const folded = foldedStates(chart(models['checkout']?.machine as never), present, {});
    expect(folded).toEqual(
      expect.arrayContaining(['checkout.reviewing', 'checkout.card.paying', 'checkout.card.verifying']),
    );
    const shown = boxesIn(foldedBox(whole, new Set(folded)));
    expect(shown.find(({ id }) => id === 'checkout.card.waitingForBank.polling')?.isFolded).toBeUndefined();
    const open = shown.filter(({ boxes }) => boxes.length > 0).map(({ id }) => id);
    expect(open).toEqual(['checkout', 'checkout.card', 'checkout.card.waitingForBank']);
    expect(foldedStates(chart(models['countdown']?.machine as never), new Set(), {})).toEqual([]);
  });

  test('shows in the picture whether it is folded', async () => {
    const foldable = new Set(foldableStates(whole));
    const picture = await drawBoxes(withControls(foldedBox(whole, new Set(['checkout.card'])), foldable));
    const control = (id: string): string =>
      new RegExp(`<g class="fold"[^>]*data-fold="${id}"[^>]*>`).exec(picture)?.[0] ?? '';
    expect(control('checkout.card')).toContain('aria-expanded="false"');
    expect(control('checkout.reviewing')).toContain('aria-expanded="true"');
    // An element with the role "img" may not contain controls.
    expect(picture).toMatch(/^<svg[^>]*role="group"/);
    expect(await drawBoxes(whole)).toMatch(/^<svg[^>]*role="img"/);
  });
});
