import { type ComponentProps, useState } from 'react';
import { Picture } from '../../ui/pictures/Picture.tsx';

type Props = Pick<ComponentProps<typeof Picture>, 'path' | 'sizes' | 'firstOn'>;

const frame = { ratio: [16, 9], widths: [400, 800], alt: '' } as const;

/** Replaces a picture that cannot be loaded (spec 2). */
export const FadedPlaceholder = ({ sizes }: Pick<Props, 'sizes'>) => (
  <Picture {...frame} className="photo faded" sizes={sizes} />
);

/** A post's picture. It is decorative: the title describes the post. */
export const PostPicture = (props: Props) => <PictureWithFallback key={props.path} {...props} />;

function PictureWithFallback(props: Props) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FadedPlaceholder sizes={props.sizes} />;
  return <Picture {...frame} {...props} className="photo" onBroken={() => setBroken(true)} />;
}
