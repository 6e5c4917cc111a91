import type { ActorRefFrom } from 'xstate';
import type { commandMachine } from '../../../machines/engine/command.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import { useSelector } from './useSelector.ts';
import { useWhileShown } from './useWhileShown.ts';

type CommandActor<Input> = ActorRefFrom<ReturnType<typeof commandMachine<Input>>>;

interface ShownCommand<Input> {
  /** What is sent, or was sent successfully last; null after a failure. */
  readonly input: Input | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  readonly send: (input: Input) => void;
}

export function useCommand<Input>(command: CommandActor<Input>): ShownCommand<Input> {
  useWhileShown(command, { left: { type: 'command.left' } });
  return {
    input: useSelector(command, ({ context }) => context.input),
    failure: useSelector(command, ({ context }) => context.failure),
    isBusy: useSelector(command, (snapshot) => snapshot.hasTag('busy')),
    send: (input) => command.send({ type: 'command.sent', input }),
  };
}
