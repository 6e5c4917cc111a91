import { keyframes, styled } from './styled.ts';

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const breathe = keyframes({ '50%': { opacity: 0.35 } });

/** Says that something is under way, in the size and colour of the text; whoever uses it says what. */
export const Spinner = styled('span')({
  display: 'inline-block',
  flex: 'none',
  width: '1.125em',
  height: '1.125em',
  borderRadius: '50%',
  border: '0.15em solid color-mix(in srgb, currentColor 25%, transparent)',
  borderBlockStartColor: 'currentColor',
  animation: `${turn} 800ms linear infinite`,
  // Still shown to be alive, without turning; stronger than the rule that stops all other motion.
  '@media (prefers-reduced-motion: reduce)': {
    animation: `${breathe} 1600ms ease-in-out infinite !important`,
    animationDuration: '1600ms !important',
    animationIterationCount: 'infinite !important',
  },
});
