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
import { addFlows, createUnstartedApp } from '../../machines/app.ts';
import type { AppActor } from '../../machines/createSystem.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import { HYDRATED, HYDRATES_LATER, HYDRATION_REQUESTED } from '../hydrationEvents.ts';
import { useIsHydrating } from '../system/hydrating.ts';
import { HydrationScope, RunningActorContext } from '../system/HydrationScope.tsx';
import { StyleScope } from '../theme/SiteTheme.tsx';
import { insertComposedStyles } from '../theme/styles.ts';
import { PageNotFetched, withFlows } from './lazyPage.tsx';
import { SectionErrorBoundary } from './SectionErrorBoundary.tsx';

interface SectionModule {
  readonly default: ComponentType;
  /** The flows that it needs besides its page's. */
  readonly flows?: FlowGroup;
}

/** The distance from the window at which a section is loaded, relative to the window's height. */
const NEAR = '60%';

const sections = new Map<string, () => Promise<SectionModule>>();

interface SectionProps {
  section: SectionModule;
  /** The running actor system; absent at prerendering. */
  actor?: AppActor;
  styles: EmotionCache;
  onHydrated?: () => void;
}

/** The section as a React tree of its own: a context change of the page's tree would otherwise hydrate it at once. */
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

/** A section for prerendering, by its name. */
export async function prerenderedSection(name: string, styles: EmotionCache): Promise<ReactNode> {
  const fetch = sections.get(name);
  if (!fetch) throw new Error(`There is no section ${name}.`);
  return sectionRoot({ section: await fetch(), styles });
}

/**
 * A section below the first screen, such as a form at a page's end. It is prerendered with its page (src/prerendering), and
 * loaded and hydrated when it comes near the window or at the visitor's first interaction. Earlier input is replayed
 * (src/eventReplay.ts). There is no router above it.
 *
 * @param name unique; also the prefix of its ids
 * @param minHeight of its placeholder, when it is loaded after a navigation
 * @param when 'touched' waits for the first interaction: for a section of the first screen that works without its script
 */
export function lazySection(
  name: string,
  fetch: () => Promise<SectionModule>,
  minHeight: string,
  when: 'near' | 'touched' = 'near',
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
      /** @param isNeeded the visitor is using it: a failure is shown */
      const begin = async (isNeeded: boolean): Promise<void> => {
        try {
          const section = await fetch();
          if (root || ending.signal.aborted) return;
          if (section.flows) addFlows(actor, section.flows);
          const onHydrated = () => {
            element.dispatchEvent(new Event(HYDRATED, { bubbles: true }));
            insertComposedStyles(styles, name);
          };
          root = hydrateRoot(element, sectionRoot({ section, actor, styles, onHydrated }), {
            identifierPrefix: name,
            onRecoverableError: (error) => {
              // An unmounted section reports an unfinished hydration.
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
      element.addEventListener(HYDRATION_REQUESTED, beginAtTouch, once);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) void begin(false);
        },
        { rootMargin: NEAR },
      );
      if (when === 'near') observer.observe(element);
      return () => {
        ending.abort();
        observer.disconnect();
        // React must not unmount a root while it renders.
        setTimeout(() => root?.unmount());
      };
    }, [actor, styles]);

    if (failure !== null) throw new PageNotFetched(failure, () => undefined);
    return (
      <div
        ref={place}
        {...{ [HYDRATES_LATER]: name }}
        // Keeps the prerendered content.
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
