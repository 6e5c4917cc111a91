import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { BrandLink } from '../shell/BrandLink.tsx';
import { withFlows } from '../shell/lazyPage.tsx';
import type { NewAccountForm } from './NewAccountForm.tsx';

type Props = ComponentProps<typeof NewAccountForm>;

/** The page of registration does the same, in two steps. */
const NotLoaded = () => (
  <p>
    This form could not be loaded.{' '}
    <BrandLink to="createAccount">Create your account on its own page</BrandLink> instead: your room and times
    stay selected.
  </p>
);

const Loaded = lazy<ComponentType<Props>>(async () => {
  try {
    const [{ NewAccountForm: Form }, { newAccountFlows }] = await Promise.all([
      import('./NewAccountForm.tsx'),
      import('../../machines/newAccount.ts'),
    ]);
    return { default: withFlows(Form, newAccountFlows) };
  } catch {
    return { default: NotLoaded };
  }
});

/** The form of a new account with its flow, loaded when somebody asks for it. */
export const NewAccount = (props: Props) => (
  <Suspense fallback={<div style={{ minHeight: '28rem' }} />}>
    <Loaded {...props} />
  </Suspense>
);
