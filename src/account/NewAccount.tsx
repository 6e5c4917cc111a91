import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { BrandLink } from '../app/layout/BrandLink.tsx';
import { lazyFlows } from '../../machines/registry.ts';
import type { NewAccountForm } from './session/NewAccountForm.tsx';

type Props = ComponentProps<typeof NewAccountForm>;

/** Links to the registration page, which creates an account in two steps. */
const NotLoaded = () => (
  <p>
    This form could not be loaded.{' '}
    <BrandLink to="createAccount">Create your account on a separate page</BrandLink> instead: your room and
    times stay selected.
  </p>
);

const LazyForm = lazy<ComponentType<Props>>(async () => {
  try {
    const [{ NewAccountForm: Form }] = await Promise.all([
      import('./session/NewAccountForm.tsx'),
      lazyFlows.newAccount(),
    ]);
    return { default: Form };
  } catch {
    return { default: NotLoaded };
  }
});

/** Loaded on first use, with its flow. */
export const NewAccount = (props: Props) => (
  <Suspense fallback={<div style={{ minHeight: '28rem' }} />}>
    <LazyForm {...props} />
  </Suspense>
);
