import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { type AnyActorRef, type AnyStateMachine, assign, createActor, setup, SimulatedClock } from 'xstate';
import { editedMachines } from '../../scripts/editedMachines.ts';
import { replaceMachines } from '../../tools/inspector/site/editedMachines.ts';

/** A lamp that turns off after a second, with a dimmer as its child. `text` and `lit`, a state's name, differ after an edit. */
const lamp = (text: string, lit = 'lit'): AnyStateMachine => {
  const dimmer = setup({ types: { context: {} as { level: number; text: string } } }).createMachine({
    id: 'dimmer',
    context: { level: 1, text: '' },
    on: { turned: { actions: assign({ level: ({ context }) => context.level + 1, text }) } },
  });
  return setup({
    types: { context: {} as { presses: number; text: string } },
    actors: { dimmer },
  }).createMachine({
    id: 'lamp',
    context: { presses: 0, text: '' },
    initial: 'off',
    states: {
      off: {
        on: { pressed: { target: lit, actions: assign({ presses: ({ context }) => context.presses + 1 }) } },
      },
      [lit]: {
        invoke: { id: 'dimmer', src: 'dimmer' },
        after: { 1000: 'off' },
        on: { read: { actions: assign({ text }) } },
      },
    },
  });
};

describe('an actor whose machine was edited', () => {
  const startLamp = () => {
    const clock = new SimulatedClock();
    const actor = createActor(lamp('old'), { clock }).start();
    actor.send({ type: 'pressed' });
    return { actor: actor as AnyActorRef, clock };
  };

  test('keeps its state, context, timers and child actors', () => {
    const { actor, clock } = startLamp();
    const dimmer = actor.getSnapshot().children.dimmer;
    dimmer.send({ type: 'turned' });
    const seen: unknown[] = [];
    actor.subscribe(({ value }: { value: unknown }) => seen.push(value));

    expect(replaceMachines(new Map([[actor, lamp('new')]]))).toEqual([actor, dimmer]);
    expect(seen).toEqual(['lit']);
    expect(actor.getSnapshot()).toMatchObject({ value: 'lit', context: { presses: 1, text: '' } });
    expect(actor.getSnapshot().children.dimmer).toBe(dimmer);
    actor.send({ type: 'read' });
    dimmer.send({ type: 'turned' });
    expect(actor.getSnapshot().context.text).toBe('new');
    expect(dimmer.getSnapshot().context).toEqual({ level: 3, text: 'new' });
    clock.increment(1000);
    expect(actor.getSnapshot().value).toBe('off');
  });

  test('is unchanged when the new machine does not have its state', () => {
    const { actor } = startLamp();
    const before = actor.getSnapshot();
    expect(replaceMachines(new Map([[actor, lamp('new', 'bright')]]))).toEqual({
      missingState: `${actor.id} in "lit"`,
    });
    expect(actor.getSnapshot()).toBe(before);
    actor.send({ type: 'read' });
    expect(actor.getSnapshot().context.text).toBe('old');
  });
});

describe('the development server', () => {
  let root: string;
  let server: ViteDevServer;
  const sent: { type: string; event?: string; data?: unknown }[] = [];
  const path = (file: string): string => join(root, file);

  beforeAll(async () => {
    const cache = join(import.meta.dirname, '..', '..', '.cache');
    mkdirSync(cache, { recursive: true });
    root = mkdtempSync(join(cache, 'edited-'));
    for (const folder of ['machines', 'src']) mkdirSync(path(folder));
    writeFileSync(
      path('machines/lamp.ts'),
      `import { watts } from './watts.ts';\nexport const lamp = setup().createMachine({ watts });\n`,
    );
    writeFileSync(path('machines/watts.ts'), 'export const watts = 60;\n');
    writeFileSync(path('machines/price.ts'), 'export const price = 2;\n');
    writeFileSync(
      path('machines/registry.ts'),
      `import { lamp } from './lamp.ts';\nimport './price.ts';\nexport const registry = { lamp };\n`,
    );
    writeFileSync(path('src/main.ts'), `import '../machines/registry.ts';\nimport '../machines/price.ts';\n`);
    server = await createServer({
      root,
      configFile: false,
      appType: 'custom',
      logLevel: 'silent',
      cacheDir: path('.vite'),
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
      plugins: [editedMachines(root)],
    });
    server.environments.client.hot.send = (message: unknown) => void sent.push(message as never);
    for (const file of [
      'src/main.ts',
      'machines/registry.ts',
      'machines/lamp.ts',
      'machines/watts.ts',
      'machines/price.ts',
    ]) {
      await server.environments.client.transformRequest(`/${file}`);
    }
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });

  const messagesAfterSaving = async (file: string): Promise<typeof sent> => {
    sent.length = 0;
    writeFileSync(path(file), `${readFileSync(path(file), 'utf8')}\n`);
    server.watcher.emit('change', path(file));
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    return sent;
  };

  test.each(['machines/lamp.ts', 'machines/watts.ts'])(
    'notifies the page that %s was edited',
    async (file) => {
      expect(await messagesAfterSaving(file)).toEqual([
        { type: 'custom', event: 'flows:edited', data: { file, timestamp: expect.any(Number) } },
      ]);
      // The page then requests new versions of all modules that depend on the edited file.
      const { code = '' } =
        (await server.environments.client.transformRequest('/machines/registry.ts')) ?? {};
      expect(code).toMatch(/\/machines\/lamp\.ts\?t=\d+/);
      expect(code).not.toMatch(/\/machines\/price\.ts\?t=/);
    },
  );

  test('reloads the page for a module that components import too', async () => {
    expect(await messagesAfterSaving('machines/price.ts')).toEqual([
      expect.objectContaining({ type: 'full-reload' }),
    ]);
  });
});
