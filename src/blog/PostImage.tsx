import { apiHost } from '../effects/http.ts';
import { pathOfSite } from './PostLink.tsx';

/** A picture in a post's text; only the site's own may be shown (the security policy), of any other its description is. */
export function PostImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const path = pathOfSite(src);
  if (path === null) return <em>{alt}</em>;
  return <img src={`${apiHost}${path}`} alt={alt} loading="lazy" decoding="async" />;
}
