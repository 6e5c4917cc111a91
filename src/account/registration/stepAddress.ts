import { use, useLayoutEffect } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { withoutTrailingSlash } from '../../../domain/content/sitePaths.ts';
import type { RegistrationStep } from '../../../machines/account/registration/form.ts';
import type { registrationMachine } from '../../../machines/account/registration/registration.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { RouterContext } from '../../app/system/RouterContext.ts';
import { useIsHydrating } from '../../app/system/useIsHydrating.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';

const PATH = '/join-us';
const addresses: Readonly<Record<RegistrationStep, string>> = { 1: PATH, 2: `${PATH}?step=2` };

/** The state of a history entry. */
interface EntryState {
  readonly followsStepOne: boolean;
}

/** The history entry before this one is step 1. */
const followsStepOne = (location: Location): boolean =>
  (location.state as EntryState | null)?.followsStepOne === true;

const stepOf = ({ search }: Location): RegistrationStep =>
  new URLSearchParams(search).get('step') === '2' ? 2 : 1;

/** Null when the registration is finished. */
function shownStep(snapshot: SnapshotFrom<typeof registrationMachine>): RegistrationStep | null {
  if (snapshot.matches('personal')) return 1;
  return snapshot.matches('account') ? 2 : null;
}

/**
 * Keeps the address and the registration at the same step. An address that the visitor opens (by a link, Back, Forward or a reload) is
 * sent to the registration, and replaced when its step cannot be shown. When the registration shows another step, step 2 gets a new
 * history entry, and step 1 is the entry before, if it is there.
 */
export function useStepAddress(): void {
  const registration = useFlow('registration', lazyFlows.registration);
  const router = use(RouterContext);
  const location = useLocation();
  /** An unstarted registration handles no event. */
  const isHydrating = useIsHydrating();

  // Layout effects run before the first paint, so that a reload of step 2 does not show step 1 first.
  useLayoutEffect(() => {
    const subscription = registration.select(shownStep).subscribe((step) => {
      if (!router || step === null) return;
      // The rendered location may be older.
      const { location: current, navigation } = router.state;
      // The visitor is navigating to another page, which may still be loading.
      if (navigation.state !== 'idle' || withoutTrailingSlash(current.pathname) !== PATH) return;
      if (step === stepOf(current)) return;
      if (step === 1 && followsStepOne(current)) void router.navigate(-1);
      else {
        const state: EntryState = { followsStepOne: step === 2 };
        void router.navigate(addresses[step], { replace: step === 1, state });
      }
    });
    return () => subscription.unsubscribe();
  }, [registration, router]);

  useLayoutEffect(() => {
    if (isHydrating) return;
    registration.send({ type: 'registration.shown', step: stepOf(location) });
    const step = shownStep(registration.getSnapshot());
    if (step === null || step === stepOf(location)) return;
    void router?.navigate(addresses[step], { replace: true, state: location.state as EntryState });
  }, [registration, router, location, isHydrating]);

  useWhileShown(registration, { left: { type: 'registration.left' } });
}
