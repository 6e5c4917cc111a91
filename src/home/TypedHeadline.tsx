import Typography from '@mui/material/Typography';
import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';
import { keyframes, styled } from '@mui/material/styles';

const wait = keyframes({ from: { visibility: 'hidden' } });
const blink = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0 } });
const leave = keyframes({ to: { visibility: 'hidden' } });

/** The delay per letter, in milliseconds: 45 letters take two seconds. */
const LETTER_MS = 45;

/*
 * Every letter has its place from the start, so nothing moves. `visibility` rather than opacity: forty letters would
 * be forty layers for the graphics card.
 */
const Headline = styled(Typography)(({ theme }) => ({
  '& .word': { display: 'inline-block', whiteSpace: 'nowrap' },
  '& .letter': { animation: `${wait} 1ms calc(var(--nth) * ${LETTER_MS}ms) backwards` },
  '& .caret': {
    display: 'inline-block',
    width: '0.06em',
    height: '0.8em',
    marginInlineEnd: '-0.06em',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.secondary.main,
    transform: 'translate(0.12em, 0.06em)',
    animation: [
      `${wait} 1ms calc(var(--nth) * ${LETTER_MS}ms) backwards`,
      `${blink} 900ms calc(var(--nth) * ${LETTER_MS}ms) step-end 3`,
      `${leave} 1ms calc(var(--nth) * ${LETTER_MS}ms + 2700ms) forwards`,
    ].join(', '),
  },
  '@media (prefers-reduced-motion: reduce)': {
    '& .letter': { animation: 'none' },
    '& .caret': { display: 'none' },
  },
}));

const nth = (count: number) => ({ '--nth': count }) as CSSProperties;

/** The page's headline, typed letter by letter once; screen readers read it as a whole. */
export function TypedHeadline({ children: text }: { children: string }) {
  const words = text.split(' ');
  /** The number of letters before a word. */
  const before = (index: number) => words.slice(0, index).join(' ').length;
  return (
    <Headline variant="h1">
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden="true">
        {words.map((word, index) => (
          <span key={index}>
            {index > 0 && (
              <span className="letter" style={nth(before(index) - 1)}>
                {' '}
              </span>
            )}
            <span className="word">
              {word.split('').map((letter, place) => (
                <span key={place} className="letter" style={nth(before(index) + place)}>
                  {letter}
                </span>
              ))}
              {index === words.length - 1 && <span className="caret" style={nth(text.length)} />}
            </span>
          </span>
        ))}
      </span>
    </Headline>
  );
}
