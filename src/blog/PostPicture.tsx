import { type ComponentProps, useState } from 'react';
import { Picture } from '../pictures/Picture.tsx';

/** A wall out of focus: what is seen where a picture or the whole list cannot be loaded (spec 2). */
const PLACEHOLDER = '/images/placeholder.jpg';

type Props = Pick<ComponentProps<typeof Picture>, 'path' | 'sizes' | 'isFirst'>;

const frame = { ratio: [16, 9], widths: [400, 800], alt: '' } as const;

/** The placeholder, faded. */
export const FadedPlaceholder = ({ sizes }: Pick<Props, 'sizes'>) => (
  <Picture {...frame} className="photo faded" path={PLACEHOLDER} sizes={sizes} />
);

/** A post's picture, in the two widths that every one of them is kept in; the title beside it says what it is about. */
export const PostPicture = (props: Props) => <KnownPicture key={props.path} {...props} />;

function KnownPicture(props: Props) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <FadedPlaceholder sizes={props.sizes} />;
  return <Picture {...frame} {...props} className="photo" onBroken={() => setBroken(true)} />;
}
