import { countdownMachine } from '../../../machines/countdown.ts';
import type { MachineModel } from '../paths.ts';
import { clock } from '../../fixtures/booking.ts';

const startedWith = (secondsLeft: number) => ({ clock, until: clock.now() + secondsLeft * 1000 });

export const countdown: MachineModel = {
  machine: countdownMachine,
  inputs: [startedWith(600), startedWith(300), startedWith(60), startedWith(0)],
};
