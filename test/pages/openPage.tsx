import { cleanup, configure, render, type RenderOptions, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { createAppActor } from '../../machines/app.ts';
import type { AppActor } from '../../machines/engine/createSystem.ts';
import type { Effects } from '../../machines/effects.ts';
import type { InitialData } from '../../machines/engine/visit.ts';
import { App } from '../../src/app/App.tsx';
import { loadRoute, routes } from '../../src/app/routes.tsx';
import { RouterContext } from '../../src/app/system/RouterContext.ts';
import { createStyles } from '../../src/ui/theme/styles.ts';
import { NOON } from '../fixtures/booking.ts';
import { liveSession, mockEffects, type MockEffects } from '../machines/startApp.ts';

// The limit only ends a test that hangs: the first test of a file loads the code of its page.
configure({ asyncUtilTimeout: 300_000 });

// Finding a role computes the styles of every element. That took half of the time, and there is no layout anyway.
Object.assign(globalThis, { getComputedStyle: (element: HTMLElement) => element.style });

let close: () => void = () => undefined;

/** Closes the page after each test of the file. */
export function withPages(): void {
  afterEach(() => {
    cleanup();
    close();
  });
}

/** Opens the pages of the file's tests at NOON. Time passes by itself, and a test can advance it. */
export function withPagesAtNoon(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
  });
  withPages();
  afterEach(() => {
    vi.useRealTimers();
  });
}

export function signedInEffects(isMember = true): MockEffects {
  const effects = mockEffects();
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(isMember) });
  return effects;
}

/** Renders content in the providers of every page. */
export const renderInApp = (actor: AppActor, content: ReactNode, options?: RenderOptions) =>
  render(
    <App actor={actor} styles={createStyles()}>
      {content}
    </App>,
    options,
  );

/** Opens a page of the site with all its machines and these effects, in a document without layout. Returns the current path. */
export async function openPage(
  path: string,
  effects: MockEffects = mockEffects(),
  initialData?: InitialData,
): Promise<() => string> {
  const all: Effects = { ...effects, ...(initialData && { initialData }) };
  const { flows } = await loadRoute(new URL(path, 'http://localhost').pathname);
  const actor = createAppActor(all, { flows: [flows] }).start();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  close = () => {
    router.dispose();
    actor.stop();
  };
  renderInApp(
    actor,
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>,
  );
  return () => router.state.location.pathname + router.state.location.search;
}

export async function alertWith(text: string | RegExp): Promise<HTMLElement> {
  const alert = (await screen.findByText(text)).closest<HTMLElement>('[role="alert"]');
  if (!alert) throw new Error(`“${text}” is not in an alert`);
  return alert;
}
