/** What Emotion and Material give a styled element for themselves. */
const OWN_PROPS: ReadonlySet<string> = new Set(['as', 'ownerState', 'sx', 'theme']);

/**
 * Replaces @emotion/is-prop-valid (vite.config.ts), a list of all attributes of HTML and SVG that every page would begin with. It
 * matters to elements that the site styles itself, `styled('div')`; these get attributes only, which TypeScript checks.
 * @returns whether a styled element passes a prop on to its element
 */
export default (prop: string): boolean => !OWN_PROPS.has(prop);
