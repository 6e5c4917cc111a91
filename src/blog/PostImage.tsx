import { apiHost } from '../effects/http.ts';
import { pathOfSite } from './PostLink.tsx';

/** A picture in a post. The security policy allows only the site's own; for others the description is shown. */
export function PostImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const path = pathOfSite(src);
  if (path === null) return <em>{alt}</em>;
  return <img src={`${apiHost}${path}`} alt={alt} loading="lazy" decoding="async" />;
}
