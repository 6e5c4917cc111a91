import { useEffect, useLayoutEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useFlow } from '../system/flows.ts';
import { useIsHydrating } from '../system/hydrating.ts';
import type { RegistrationStep } from '../../machines/registrationSetup.ts';

const addresses: Readonly<Record<RegistrationStep, string>> = { 1: '/join-us', 2: '/join-us?step=2' };

/** What the history entry of step 2 keeps: that the one before it is step 1. */
interface EntryState {
  readonly followsStepOne?: boolean;
}

const stepIn = ({ search }: Location): RegistrationStep =>
  new URLSearchParams(search).get('step') === '2' ? 2 : 1;

const followsStepOne = (location: Location): boolean =>
  (location.state as EntryState | null)?.followsStepOne === true;

/**
 * Joins the address and the registration, which owns the step: a step that it takes becomes a history entry, and an
 * address that the visitor comes to (by a link, Back, Forward or a reload) is asked for and, where refused, corrected.
 */
export function useStepAddress(): void {
  const registration = useFlow('registration');
  const navigate = useNavigate();
  const location = useLocation();
  /** A registration at rest can take no step: asking it would correct the address of a reloaded step 2 to step 1. */
  const isHydrating = useIsHydrating();

  useEffect(() => {
    const steps = registration.on('stepped', ({ step }) => {
      if (step === 2) void navigate(addresses[2], { state: { followsStepOne: true } satisfies EntryState });
      else if (followsStepOne(location)) void navigate(-1);
      else void navigate(addresses[1], { replace: true });
    });
    return () => steps.unsubscribe();
  }, [registration, navigate, location]);

  // Before anything is painted, so that a reload of step 2 does not show step 1 first.
  useLayoutEffect(() => {
    if (isHydrating) return;
    registration.send({ type: 'registration.shown', step: stepIn(location) });
    const snapshot = registration.getSnapshot();
    const shown = snapshot.matches('organisation') ? 2 : 1;
    if (shown !== stepIn(location) && !snapshot.matches('registered')) {
      void navigate(addresses[shown], {
        replace: true,
        state: { followsStepOne: followsStepOne(location) } satisfies EntryState,
      });
    }
  }, [registration, navigate, location, isHydrating]);

  useEffect(() => () => registration.send({ type: 'registration.left' }), [registration]);
}
