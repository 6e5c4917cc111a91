/**
 * The description and the canonical URL, which React moves into the head. The tags for social networks, which run no
 * scripts, are written at prerendering.
 */
export const PageDescription = ({ path, children }: { path: string; children: string }) => (
  <>
    <meta name="description" content={children} />
    <link rel="canonical" href={`${import.meta.env.SITE_ORIGIN}${path}`} />
  </>
);
