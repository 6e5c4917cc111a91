import { useSelector } from '../../app/system/useSelector.ts';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { picturesMachine } from '../../../machines/desk/pictures.ts';

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
  useEffect(() => {
    flow.send({ type: 'pictures.shown', paths: initial });
    return () => flow.send({ type: 'pictures.left' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once per form key; later the flow keeps them
  }, [flow, formKey]);
  return { paths: hasFlowLoaded ? paths : initial, isLoaded: hasFlowLoaded };
}
