import { apiHost } from '../../app/effects/http.ts';
import { sitePathOf } from './PostLink.tsx';

/** An image in a post. The content security policy allows only images of the site; the alt text replaces any other. */
export function PostImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const path = sitePathOf(src);
  if (path === null) return <em>{alt}</em>;
  return <img src={`${apiHost}${path}`} alt={alt} loading="lazy" decoding="async" />;
}
