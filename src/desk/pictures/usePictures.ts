import { useSelector } from '../../app/system/useSelector.ts';
import type { ActorRefFrom } from 'xstate';
import type { picturesMachine } from '../../../machines/desk/pictures/pictures.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';

export type PicturesActor = ActorRefFrom<typeof picturesMachine>;

/**
 * Sends a form's pictures to their flow on mounting, and again when `formKey` changes. `isLoaded`: the flow has the pictures;
 * until then `paths` are the initial ones.
 */
export function usePictures(
  flow: PicturesActor,
  initial: readonly string[],
  formKey = 0,
): { readonly paths: readonly string[]; readonly isLoaded: boolean } {
  const hasFlowLoaded = useSelector(flow, ({ value }) => value !== 'hidden');
  const paths = useSelector(flow, ({ context }) => context.paths);
  // The paths are read once per form key; later the flow keeps them.
  useWhileShown(
    flow,
    { shown: { type: 'pictures.shown', paths: initial }, left: { type: 'pictures.left' } },
    formKey,
  );
  return { paths: hasFlowLoaded ? paths : initial, isLoaded: hasFlowLoaded };
}
