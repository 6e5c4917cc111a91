import type { EmotionCache } from '@emotion/cache';
import { __unsafe_useEmotionCache as useEmotionCache } from '@emotion/react';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { addFlows, type AppActor, createUnstartedApp } from '../../machines/app.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import { HYDRATED, HYDRATES_LATER, WANTED } from '../hydrationEvents.ts';
import { useIsHydrating } from '../system/hydrating.ts';
import { HydrationScope, RunningActorContext } from '../system/HydrationScope.tsx';
import { StyleScope } from '../theme/SiteTheme.tsx';
import { PageNotFetched, withFlows } from './lazyPage.tsx';
import { SectionErrorBoundary } from './SectionErrorBoundary.tsx';

interface SectionModule {
  readonly default: ComponentType;
  /** The flows that it needs besides its page's. */
  readonly flows?: FlowGroup;
}

/** How far from the window's edge a section is when it is fetched, in parts of the window's height. */
const NEAR = '60%';

const sections = new Map<string, () => Promise<SectionModule>>();

interface SectionProps {
  section: SectionModule;
  /** The actor system that runs; none in the build. */
  actor?: AppActor;
  styles: EmotionCache;
  onHydrated?: () => void;
}

/** A section as a tree of its own: React waits for no section of a tree that changes while it is not hydrated. */
function sectionRoot({ section: { default: Section, flows }, actor, styles, onHydrated }: SectionProps) {
  const hydrationActor = createUnstartedApp({}, flows ? [flows] : []);
  return (
    <StrictMode>
      <StyleScope styles={styles}>
        <HydrationScope
          actor={actor ?? hydrationActor}
          hydrationActor={hydrationActor}
          onHydrated={onHydrated}
        >
          <SectionErrorBoundary>
            <Section />
          </SectionErrorBoundary>
        </HydrationScope>
      </StyleScope>
    </StrictMode>
  );
}

/** The section of a name as the build puts it into its page. */
export async function prerenderedSection(name: string, styles: EmotionCache): Promise<ReactNode> {
  const fetch = sections.get(name);
  if (!fetch) throw new Error(`There is no section ${name}.`);
  return sectionRoot({ section: await fetch(), styles });
}

/**
 * A section that a visitor has to come to before it does anything, such as a form at a page's end. It is prerendered with
 * its page (src/prerender.tsx); its code is fetched, and it is hydrated, when the visitor comes near it or touches the page.
 * What was entered before is replayed into it (src/eventReplay.ts). It has no router around it.
 *
 * @param name its own, also that of its ids
 * @param minHeight what it keeps free while it is fetched by a visitor who came from another page
 */
export function lazySection(
  name: string,
  fetch: () => Promise<SectionModule>,
  minHeight: string,
): ComponentType {
  sections.set(name, fetch);
  const pending = () =>
    lazy(() =>
      fetch().then(
        ({ default: Section, flows }) => ({ default: flows ? withFlows(Section, flows) : Section }),
        (error: unknown) => {
          throw new PageNotFetched(error, () => {
            Fetched = pending();
          });
        },
      ),
    );
  let Fetched = pending();

  function Prerendered() {
    const place = useRef<HTMLDivElement>(null);
    const actor = use(RunningActorContext);
    const styles = useEmotionCache();
    const [failure, setFailure] = useState<unknown>(null);

    useEffect(() => {
      const element = place.current;
      if (!element || !actor || !styles) return undefined;
      let root: Root | null = null;
      const ending = new AbortController();
      /** @param isNeeded there is nothing to go on with while it is missing: a failure is shown */
      const begin = async (isNeeded: boolean): Promise<void> => {
        try {
          const section = await fetch();
          if (root || ending.signal.aborted) return;
          if (section.flows) addFlows(actor, section.flows);
          const onHydrated = () => element.dispatchEvent(new Event(HYDRATED, { bubbles: true }));
          root = hydrateRoot(element, sectionRoot({ section, actor, styles, onHydrated }), {
            identifierPrefix: name,
            onRecoverableError: (error) => {
              // A section that is left before it is hydrated is not drawn again.
              if (ending.signal.aborted) return;
              console.error('A prerendered section had to be rendered again.', error);
            },
          });
        } catch (error) {
          if (isNeeded) setFailure(error);
        }
      };
      const once = { once: true, passive: true, signal: ending.signal };
      const beginAtTouch = ({ target }: Event) =>
        void begin(target instanceof Node && element.contains(target));
      for (const kind of ['pointerdown', 'keydown', 'focusin']) addEventListener(kind, beginAtTouch, once);
      element.addEventListener(WANTED, beginAtTouch, once);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) void begin(false);
        },
        { rootMargin: NEAR },
      );
      observer.observe(element);
      return () => {
        ending.abort();
        observer.disconnect();
        // Not while React draws the page that this belongs to.
        setTimeout(() => root?.unmount());
      };
    }, [actor, styles]);

    if (failure !== null) throw new PageNotFetched(failure, () => undefined);
    return (
      <div
        ref={place}
        {...{ [HYDRATES_LATER]: name }}
        // What the build has put there stays.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  }

  return function LazySection() {
    const isHydrating = useIsHydrating();
    const [isPrerendered] = useState(isHydrating);
    if (isPrerendered) return <Prerendered />;
    return (
      <Suspense fallback={<div style={{ minHeight }} />}>
        <Fetched />
      </Suspense>
    );
  };
}
