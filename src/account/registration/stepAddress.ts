import { useEffect, useLayoutEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { RegistrationStep } from '../../../machines/account/registration/form.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useIsHydrating } from '../../app/system/useIsHydrating.ts';

const PATH = '/join-us';
const addresses: Readonly<Record<RegistrationStep, string>> = { 1: PATH, 2: `${PATH}?step=2` };

/** The state of a history entry. */
interface EntryState {
  readonly followsStepOne: boolean;
}

const stepOf = ({ search }: Location): RegistrationStep =>
  new URLSearchParams(search).get('step') === '2' ? 2 : 1;

const followsStepOne = (location: Location): boolean =>
  (location.state as EntryState | null)?.followsStepOne === true;

/**
 * Synchronises the address with the registration, which owns the step. Each address that the visitor opens (by a link, Back,
 * Forward or a reload) is sent to the registration, and each address change that the registration emits is applied.
 */
export function useStepAddress(): void {
  const registration = useFlow('registration', lazyFlows.registration);
  const navigate = useNavigate();
  const location = useLocation();
  /** An unstarted registration handles no event. */
  const isHydrating = useIsHydrating();

  // Layout effects run before the first paint, so that a reload of step 2 does not show step 1 first.
  useLayoutEffect(() => {
    const subscription = registration.on('addressDue', ({ step, by, followsStepOne: follows }) => {
      // The visitor is navigating to another page, which is still loading.
      if (window.location.pathname.replace(/\/+$/, '') !== PATH) return;
      if (by === 'back') void navigate(-1);
      else {
        const state: EntryState = { followsStepOne: follows };
        void navigate(addresses[step], { replace: by === 'replace', state });
      }
    });
    return () => subscription.unsubscribe();
  }, [registration, navigate]);

  useLayoutEffect(() => {
    if (isHydrating) return;
    registration.send({
      type: 'registration.shown',
      step: stepOf(location),
      followsStepOne: followsStepOne(location),
    });
  }, [registration, location, isHydrating]);

  useEffect(() => () => registration.send({ type: 'registration.left' }), [registration]);
}
