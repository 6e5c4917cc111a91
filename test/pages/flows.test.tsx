// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createAppActor } from '../../machines/app.ts';
import { lazyFlows, type LoadFlows } from '../../machines/registry.ts';
import { SectionErrorBoundary } from '../../src/app/errors/SectionErrorBoundary.tsx';
import { useFlow } from '../../src/app/system/flows.ts';
import { statePath } from '../../src/app/system/statePath.ts';
import { useSelector } from '../../src/app/system/useSelector.ts';
import { mockEffects } from '../machines/startApp.ts';
import { renderInApp, withPages } from './openPage.tsx';

withPages();

const Section = ({ group }: { group: typeof lazyFlows.billing }) => {
  const state = useSelector(useFlow('billing', group), ({ value }) => statePath(value));
  return <p>billing is {state}</p>;
};

const sections = (group: LoadFlows) => (
  <SectionErrorBoundary>
    {[1, 2].map((number) => (
      <Suspense key={number} fallback="loading">
        <Section group={group as typeof lazyFlows.billing} />
      </Suspense>
    ))}
  </SectionErrorBoundary>
);

test('a flow that the page has not loaded is loaded and started once when a section needs it', async () => {
  const app = createAppActor(mockEffects()).start();
  let loads = 0;
  await act(async () => {
    renderInApp(
      app,
      sections(() => ((loads += 1), lazyFlows.billing())),
    );
  });
  expect(await screen.findAllByText('billing is empty')).toHaveLength(2);
  expect(loads).toBe(1);
});

test('a flow that is there when React continues a section that waited for it needs no second rendering', async () => {
  const app = createAppActor(mockEffects()).start();
  const reported: unknown[] = [];
  const onRecoverableError = (error: unknown) => reported.push((error as Error).cause ?? error);
  const Page = () => {
    const [isShown, setShown] = useState(false);
    if (isShown) return sections(lazyFlows.billing);
    return <button onClick={() => startTransition(() => setShown(true))}>show</button>;
  };
  await act(async () => {
    renderInApp(app, <Page />, { onRecoverableError });
  });
  await act(async () => screen.getByRole('button', { name: 'show' }).click());
  expect(await screen.findAllByText('billing is empty')).toHaveLength(2);
  expect(reported).toEqual([]);
});

test('a section whose flow cannot be loaded is removed, and the page says that a part is missing', async () => {
  const app = createAppActor(mockEffects()).start();
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  await act(async () => {
    renderInApp(
      app,
      sections(() => Promise.reject(new Error('offline'))),
    );
  });
  reported.mockRestore();
  expect(screen.queryByText(/billing|loading/)).toBeNull();
  expect(document.documentElement.dataset['notLoaded']).toBe('');
  delete document.documentElement.dataset['notLoaded'];
});

test('a flow without its group, or with another one, does not compile', () => {
  // @ts-expect-error not every page has this flow
  const WithoutGroup = () => useFlow('billing');
  // @ts-expect-error the flow is in another group
  const WithOtherGroup = () => useFlow('billing', lazyFlows.enquiry);
  // @ts-expect-error no flow has this name
  const Unknown = () => useFlow('biling', lazyFlows.billing);
  expect([WithoutGroup, WithOtherGroup, Unknown]).toHaveLength(3);
});
