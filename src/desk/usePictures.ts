import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { picturesMachine } from '../../machines/desk/pictures.ts';

export type PicturesActor = ActorRefFrom<typeof picturesMachine>;

/**
 * Gives a form's pictures to their flow while it is mounted, and again in another `round`. `isShown`: the flow has them.
 */
export function usePictures(
  flow: PicturesActor,
  initial: readonly string[],
  round = 0,
): { readonly paths: readonly string[]; readonly isShown: boolean } {
  const isShown = useSelector(flow, ({ value }) => value !== 'hidden');
  const paths = useSelector(flow, ({ context }) => context.paths);
  useEffect(() => {
    flow.send({ type: 'pictures.shown', paths: initial });
    return () => flow.send({ type: 'pictures.left' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the form opened with in this round; afterwards the flow has them
  }, [flow, round]);
  return { paths: isShown ? paths : initial, isShown };
}
