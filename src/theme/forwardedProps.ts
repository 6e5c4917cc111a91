/** The props of a styled element that are meant for Emotion and Material. */
const STYLING_PROPS: ReadonlySet<string> = new Set(['as', 'ownerState', 'sx', 'theme']);

/**
 * Replaces @emotion/is-prop-valid (vite.config.ts), a list of all HTML and SVG attributes that every page would load. It is only
 * used for elements such as `styled('div')`. TypeScript checks that all their other props are attributes.
 * @returns whether a styled element passes a prop on to its element
 */
export default (prop: string): boolean => !STYLING_PROPS.has(prop);
