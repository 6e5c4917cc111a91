import { countdownMachine } from '../../../machines/engine/countdown.ts';
import type { MachineModel } from '../paths.ts';
import { clock } from '../../fixtures/booking.ts';

const inputWith = (secondsLeft: number) => ({ clock, until: clock.now() + secondsLeft * 1000 });

export const countdown: MachineModel = {
  machine: countdownMachine,
  inputs: [inputWith(600), inputWith(300), inputWith(60), inputWith(0)],
};
