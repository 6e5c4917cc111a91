import { styled } from '@mui/material/styles';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** The quiet zone that readers need, in modules. */
const BORDER = 4;

/** Dark on light in both colour schemes: not every reader can read an inverted code. */
const Picture = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '12rem',
  maxWidth: '100%',
  marginBlock: theme.spacing(1),
  borderRadius: 8,
  backgroundColor: theme.palette.common.white,
  fill: theme.palette.common.black,
}));

/** The browser draws the code, so that the secret is not sent to anyone. */
export default function QrPicture({ text, name }: { text: string; name: string }) {
  const code = useMemo(() => generate(text), [text]);
  const side = code.size + 2 * BORDER;
  return (
    <Picture
      role="img"
      aria-label={name}
      viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} />
    </Picture>
  );
}
