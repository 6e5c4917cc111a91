import Typography from '@mui/material/Typography';
import type { CSSProperties } from 'react';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { keyframes, styled } from '@mui/material/styles';

const appear = keyframes({ from: { visibility: 'hidden' } });
const blink = keyframes({ '0%, 100%': { opacity: 1 }, '50%': { opacity: 0 } });
const disappear = keyframes({ to: { visibility: 'hidden' } });

/** 45 letters take two seconds. */
const LETTER_MS = 45;

/*
 * Every letter takes its space from the start, so nothing moves. The animation changes `visibility` instead of opacity,
 * because forty letters with opacity would be forty compositing layers.
 */
const Headline = styled(Typography)(({ theme }) => ({
  marginBlockEnd: theme.spacing(2),
  fontSize: 'clamp(2.25rem, 1.55rem + 4vw, 4.75rem)',
  lineHeight: 1.03,
  // A class, because a styled element for every letter would make the page larger and slower.
  '& .letter': {
    animation: `${appear} 1ms calc(var(--nth) * ${LETTER_MS}ms) backwards`,
    '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
  },
}));

const Word = styled('span')({ display: 'inline-block', whiteSpace: 'nowrap' });

const Caret = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: '0.06em',
  height: '0.8em',
  marginInlineEnd: '-0.06em',
  borderRadius: 2,
  backgroundColor: theme.vars.palette.secondary.main,
  transform: 'translate(0.12em, 0.06em)',
  animation: [
    `${appear} 1ms calc(var(--nth) * ${LETTER_MS}ms) backwards`,
    `${blink} 900ms calc(var(--nth) * ${LETTER_MS}ms) step-end 3`,
    `${disappear} 1ms calc(var(--nth) * ${LETTER_MS}ms + 2700ms) forwards`,
  ].join(', '),
  '@media (prefers-reduced-motion: reduce)': { display: 'none' },
}));

const nthStyle = (count: number) => ({ '--nth': count }) as CSSProperties;

/** The text appears letter by letter once. Screen readers read it as a whole. */
export function TypedHeadline({ children: text }: { children: string }) {
  const words = text.split(' ');
  const lettersBefore = (index: number) => words.slice(0, index).join(' ').length;
  return (
    <Headline variant="h1">
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden="true">
        {words.map((word, index) => (
          <span key={index}>
            {index > 0 && (
              <span className="letter" style={nthStyle(lettersBefore(index) - 1)}>
                {' '}
              </span>
            )}
            <Word>
              {word.split('').map((letter, position) => (
                <span key={position} className="letter" style={nthStyle(lettersBefore(index) + position)}>
                  {letter}
                </span>
              ))}
              {index === words.length - 1 && <Caret style={nthStyle(text.length)} />}
            </Word>
          </span>
        ))}
      </span>
    </Headline>
  );
}
