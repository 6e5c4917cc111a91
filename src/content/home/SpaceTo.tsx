import IconButton from '@mui/material/IconButton';
import { type CSSProperties, useState } from 'react';
import { messages } from '../../../domain/text/messages.ts';
import { PauseIcon, PlayIcon } from '../../ui/icons/interface.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { keyframes, styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { displayFont } from '../../ui/theme/typography.ts';

const { spaceTo, spacePurposes } = messages.home;

/** Spec 2. */
const PURPOSE_SECONDS = 3;

/** The text moves in and out instead of fading, because half-faded text lacks contrast (WCAG 1.4.3). */
const slide = keyframes({
  '0%': { opacity: 0, transform: 'translateY(100%)' },
  '0.01%': { opacity: 1, transform: 'translateY(100%)' },
  '4%, 33.3%': { opacity: 1, transform: 'none' },
  '37.29%': { opacity: 1, transform: 'translateY(-100%)' },
  '37.3%, 100%': { opacity: 0, transform: 'translateY(-100%)' },
});

/* A CSS animation instead of a timer, because it needs no script and pauses in hidden tabs. */
const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  margin: 0,
  fontFamily: displayFont,
  fontSize: 'clamp(1.375rem, 1.1rem + 1.25vw, 2rem)',
  fontWeight: 560,
  lineHeight: 1.2,
  color: theme.vars.palette.text.secondary,
  '@media (prefers-reduced-motion: reduce)': { fontSize: 'clamp(1.125rem, 0.75rem + 1.9vw, 2rem)' },
}));

const Text = styled('p')({ margin: 0 });

// All purposes share one clipped grid cell, so the line has the width of the widest. With reduced motion they are shown side by
// side; the baseline rule, which ends animations, would hide them.
const Purposes = styled('span')(({ theme }) => ({
  display: 'inline-grid',
  verticalAlign: 'bottom',
  clipPath: 'inset(0 -0.2em)',
  fontStyle: 'italic',
  color: theme.vars.palette.secondary.main,
  '@media (prefers-reduced-motion: reduce)': { display: 'inline', clipPath: 'none' },
}));

const Purpose = styled('span')({
  gridArea: '1 / 1',
  animation: `${slide} ${PURPOSE_SECONDS * spacePurposes.length}s calc(var(--nth) * ${PURPOSE_SECONDS}s) infinite backwards`,
  '[data-paused] &': { animationPlayState: 'paused' },
  '@media (prefers-reduced-motion: reduce)': {
    animation: 'none',
    '&:not(:first-of-type)::before': { content: '" / "' },
  },
});

const PauseButton = styled(IconButton)({
  fontSize: '1.375rem',
  ...hiddenWithoutScripts,
  '@media (prefers-reduced-motion: reduce)': { display: 'none' },
});

/** 'Space To Learn', 'Space To Grow' and 'Space To Connect' in turn, with a pause button (WCAG 2.2.2). */
export function SpaceTo() {
  const [isPaused, setPaused] = useState(false);
  return (
    <Line data-paused={isPaused ? '' : undefined}>
      <Text>
        <VisuallyHidden>{spacePurposes.map((purpose) => `${spaceTo} ${purpose}`).join(', ')}</VisuallyHidden>
        <span aria-hidden="true">
          <span>{`${spaceTo} `}</span>
          <Purposes>
            {spacePurposes.map((purpose, index) => (
              <Purpose key={purpose} style={{ '--nth': index } as CSSProperties}>
                {purpose}
              </Purpose>
            ))}
          </Purposes>
        </span>
      </Text>
      <PauseButton
        aria-label={isPaused ? 'Play the animation' : 'Pause the animation'}
        onClick={() => setPaused((paused) => !paused)}
      >
        {isPaused ? <PlayIcon /> : <PauseIcon />}
      </PauseButton>
    </Line>
  );
}
