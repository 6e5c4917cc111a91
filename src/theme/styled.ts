import type {} from '@emotion/react';
import type { Ground } from './ground.ts';

declare module '@emotion/react' {
  interface Theme extends Ground {}
}

/** Styles for elements of our own, from the theme that lies around them. */
export { keyframes } from '@emotion/react';
export { default as styled } from '@emotion/styled';
