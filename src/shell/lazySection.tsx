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
import type { InitialData } from '../../machines/visit.ts';
import type { FlowGroup } from '../../machines/registry.ts';
import { HYDRATED, HYDRATES_LATER, HYDRATION_REQUESTED } from '../hydrationEvents.ts';
import { useIsHydrating } from '../system/hydrating.ts';
import { HydrationScope, RunningActorContext } from '../system/HydrationScope.tsx';
import { StyleScope } from '../theme/SiteTheme.tsx';
import { insertComposedStyles } from '../theme/styles.ts';
import { PageLoadError, withFlows } from './lazyPage.tsx';
import { SectionErrorBoundary } from './SectionErrorBoundary.tsx';

interface SectionModule {
  readonly default: ComponentType;
  /** The flows that the section needs in addition to those of its page. */
  readonly flows?: FlowGroup;
}

/** The distance from the window at which a section is loaded, as a margin relative to the window's height. */
const LOAD_MARGIN = '60%';

const sections = new Map<string, () => Promise<SectionModule>>();

interface SectionProps {
  section: SectionModule;
  /** The data of the section's page. */
  initialData: InitialData;
  /** The running actor system; absent at prerendering. */
  actor?: AppActor;
  styles: EmotionCache;
  onHydrated?: () => void;
}

/** The section as a separate React tree. In the page's tree, a context change would hydrate it immediately. */
function sectionTree({
  section: { default: Section, flows },
  initialData: { business },
  actor,
  styles,
  onHydrated,
}: SectionProps) {
  const hydrationActor = createUnstartedApp(business ? { business } : {}, flows ? [flows] : []);
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

/** A section for prerendering, by its name. Throws if there is no section of that name. */
export async function prerenderedSection(
  name: string,
  styles: EmotionCache,
  initialData: InitialData,
): Promise<ReactNode> {
  const importSection = sections.get(name);
  if (!importSection) throw new Error(`There is no section ${name}.`);
  return sectionTree({ section: await importSection(), initialData, styles });
}

/**
 * A section below the first screen, such as a form at the end of a page. It is prerendered with its page (src/prerendering).
 * Its code is loaded and hydrated when the section comes near the window or at the visitor's first interaction. Earlier input
 * is replayed (src/eventReplay.ts). The section is rendered outside the router.
 *
 * @param name unique; also the prefix of the section's ids
 * @param minHeight the height of the placeholder when the section is loaded after a navigation
 * @param when 'interaction': only at the first interaction, for a section of the first screen that works without its script
 */
export function lazySection(
  name: string,
  importSection: () => Promise<SectionModule>,
  minHeight: string,
  when: 'near' | 'interaction' = 'near',
): ComponentType {
  sections.set(name, importSection);
  const createLazy = () =>
    lazy(() =>
      importSection().then(
        ({ default: Section, flows }) => ({ default: flows ? withFlows(Section, flows) : Section }),
        (error: unknown) => {
          throw new PageLoadError(error, () => {
            LazyComponent = createLazy();
          });
        },
      ),
    );
  let LazyComponent = createLazy();

  function PrerenderedSection() {
    const container = useRef<HTMLDivElement>(null);
    const actor = use(RunningActorContext);
    const styles = useEmotionCache();
    const [failure, setFailure] = useState<unknown>(null);

    useEffect(() => {
      const element = container.current;
      if (!element || !actor || !styles) return undefined;
      let root: Root | null = null;
      const unmounting = new AbortController();
      /** @param isInUse the visitor is using the section, so a failure must be shown */
      const hydrateSection = async (isInUse: boolean): Promise<void> => {
        try {
          const section = await importSection();
          if (root || unmounting.signal.aborted) return;
          if (section.flows) addFlows(actor, section.flows);
          const onHydrated = () => {
            element.dispatchEvent(new Event(HYDRATED, { bubbles: true }));
            insertComposedStyles(styles, name);
          };
          const { initialData } = actor.getSnapshot().context;
          root = hydrateRoot(element, sectionTree({ section, initialData, actor, styles, onHydrated }), {
            identifierPrefix: name,
            onRecoverableError: (error) => {
              // React reports an error when a section is unmounted before its hydration has finished.
              if (unmounting.signal.aborted) return;
              console.error('A prerendered section had to be rendered again.', error);
            },
          });
        } catch (error) {
          if (isInUse) setFailure(error);
        }
      };
      const listenerOptions = { once: true, passive: true, signal: unmounting.signal };
      const hydrateOnInput = ({ target }: Event) =>
        void hydrateSection(target instanceof Node && element.contains(target));
      for (const kind of ['pointerdown', 'keydown', 'focusin'])
        addEventListener(kind, hydrateOnInput, listenerOptions);
      element.addEventListener(HYDRATION_REQUESTED, hydrateOnInput, listenerOptions);
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) void hydrateSection(false);
        },
        { rootMargin: LOAD_MARGIN },
      );
      if (when === 'near') observer.observe(element);
      return () => {
        unmounting.abort();
        observer.disconnect();
        // React must not unmount a root while it renders.
        setTimeout(() => root?.unmount());
      };
    }, [actor, styles]);

    if (failure !== null) throw new PageLoadError(failure, () => undefined);
    return (
      <div
        ref={container}
        {...{ [HYDRATES_LATER]: name }}
        // React keeps the prerendered content.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  }

  return function LazySection() {
    const isHydrating = useIsHydrating();
    const [isPrerendered] = useState(isHydrating);
    if (isPrerendered) return <PrerenderedSection />;
    return (
      <Suspense fallback={<div style={{ minHeight }} />}>
        <LazyComponent />
      </Suspense>
    );
  };
}
