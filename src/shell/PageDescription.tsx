/**
 * Describes the page to search engines, and says which address is its own whatever stands behind it. React lifts both
 * into the head. What social networks read is written there when the page is prerendered: they run no scripts.
 */
export const PageDescription = ({ path, children }: { path: string; children: string }) => (
  <>
    <meta name="description" content={children} />
    <link rel="canonical" href={`${import.meta.env.SITE_ORIGIN}${path}`} />
  </>
);
