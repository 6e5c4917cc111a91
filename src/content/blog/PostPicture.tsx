import { type ComponentProps, useState } from 'react';
import { Picture } from '../../ui/pictures/Picture.tsx';

type Props = Pick<ComponentProps<typeof Picture>, 'path' | 'sizes' | 'firstOn' | 'className' | 'imageSx'>;

const frame = { ratio: [16, 9], widths: [400, 800], alt: '' } as const;

/** Replaces a picture that cannot be loaded (spec 2). */
export const FadedPlaceholder = (props: Omit<Props, 'path' | 'firstOn'>) => (
  <Picture {...frame} {...props} isFaded />
);

/** Decorative: the title describes the post. */
export const PostPicture = (props: Props) => <PictureWithFallback key={props.path} {...props} />;

function PictureWithFallback({ path, firstOn, ...props }: Props) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FadedPlaceholder {...props} />;
  return <Picture {...frame} {...props} path={path} firstOn={firstOn} onBroken={() => setBroken(true)} />;
}
