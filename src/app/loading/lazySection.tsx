import { type ComponentType, lazy, Suspense } from 'react';
import { TypedText } from '../system/TypedText.tsx';
import { PageLoadError } from '../errors/PageLoadError.ts';
import { SectionErrorBoundary } from '../errors/SectionErrorBoundary.tsx';

/**
 * A section below the first screen, such as a form at the end of a page. It is prerendered with its page; its code is loaded on
 * its own, and the section is hydrated when it is there.
 * @param minHeight the height of the placeholder while the section is loaded after a navigation
 */
export function lazySection(
  load: () => Promise<{ readonly default: ComponentType }>,
  minHeight: string,
): ComponentType {
  const Section = lazy(() =>
    load().catch((cause: unknown) => {
      throw new PageLoadError(cause);
    }),
  );
  return function LazySection() {
    return (
      <SectionErrorBoundary>
        <Suspense fallback={<div style={{ minHeight }} />}>
          <TypedText>
            <Section />
          </TypedText>
        </Suspense>
      </SectionErrorBoundary>
    );
  };
}
