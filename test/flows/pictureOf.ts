/* What a reader of a picture sees: rows of text with arrows, and the boxes at which lines end. */

export interface Picture {
  readonly states: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly arrow: string;
    readonly targets: readonly string[];
  }[];
  readonly fontSizes: readonly number[];
}

interface Frame {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

const numbers = (text: string | undefined): number[] => (text?.match(/-?[\d.]+/g) ?? []).map(Number);

export function pictureOf(svg: string): Picture {
  const frames = [
    ...svg.matchAll(
      /<g class="state[^"]*" data-state-id="([^"]*)">\n<rect class="frame" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g,
    ),
  ].map(([, id = '', ...place]): Frame => {
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    return { id: unescape(id), x, y, width, height };
  });
  const dots = [...svg.matchAll(/<circle class="dot" cx="([^"]*)" cy="([^"]*)"/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
  const innermost = (x: number, y: number): Frame | undefined =>
    frames.findLast(
      (frame) => x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height,
    );
  const isOnEdge = ({ x, y, width, height }: Frame, left: number, top: number): boolean =>
    (Math.min(Math.abs(left - x), Math.abs(left - x - width)) <= 1 &&
      top >= y - 1 &&
      top <= y + height + 1) ||
    (Math.min(Math.abs(top - y), Math.abs(top - y - height)) <= 1 && left >= x - 1 && left <= x + width + 1);
  /** The box whose edge or initial dot is at a point, or else the box around the point. */
  const boxAt = (x: number, y: number): string => {
    const dot = dots.find((each) => Math.hypot(each.x - x, each.y - y) <= 8);
    if (dot !== undefined) return innermost(dot.x, dot.y)?.id ?? '';
    return (frames.findLast((frame) => isOnEdge(frame, x, y)) ?? innermost(x, y))?.id ?? '';
  };
  const lines = [
    ...svg.matchAll(
      /<g class="line[^"]*" data-transition-id="([^"]*)">.*<polygon class="tip" points="([^"]*)"/g,
    ),
  ].map(([, id = '', points]) => {
    const [x = 0, y = 0] = numbers(points);
    return { id: unescape(id), target: boxAt(x, y) };
  });
  const rows = [
    ...svg.matchAll(
      /<g class="row[^"]*" data-transition-id="([^"]*)"><text class="(?:cause|way)"[^>]*>[^<]*<\/text>(?:<text class="arrow"[^>]*>([^<]*)<\/text>)?/g,
    ),
  ].map(([, id = '', arrow = '']) => ({
    id: unescape(id),
    arrow: unescape(arrow),
    targets: lines.filter((line) => line.id === unescape(id)).map(({ target }) => target),
  }));
  return {
    states: frames.map(({ id }) => id),
    rows,
    fontSizes: [...svg.matchAll(/font-size: ([\d.]+)px/g)].map(([, size]) => Number(size)),
  };
}
