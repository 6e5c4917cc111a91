import type { Box, Row } from './box.ts';
import type { Drawing, PlacedBox, PlacedLine } from './layOut.ts';
import { measureTitle, TEXT, TITLE_HEIGHT } from './measure.ts';

/** Variables of the light and the dark scheme. The hues have a contrast of at least 3:1. */
const schemes = {
  light: `--paper: #ffffff; --ground: #f5f6f8; --ink: #1d232b; --quiet: #5c6673; --line: #8b95a3; --event: #0b4f8a;
  --mark: #b3470b; --wash: #fdeedd; --missed: #b3261e; --added: #17692f; --removed: #b3261e; --changed: #8a5300;
  --hue-0: #1769aa; --hue-1: #a3480b; --hue-2: #2e7d32; --hue-3: #8e24aa; --hue-4: #b3134f; --hue-5: #6d6014;`,
  dark: `--paper: #1f242b; --ground: #161a20; --ink: #e8ebef; --quiet: #a3adba; --line: #6d7885; --event: #9ccdf7;
  --mark: #ffb074; --wash: #45301c; --missed: #ff8f86; --added: #7fd494; --removed: #ff8f86; --changed: #f2b856;
  --hue-0: #6fb5f0; --hue-1: #f0995c; --hue-2: #74c578; --hue-3: #d58be6; --hue-4: #f27ba3; --hue-5: #cdbb4d;`,
};

/** A page may set `.active` on elements with data-state-id, and `.taken` and `.missed` on those with data-transition-id. */
const style = `
.machine-diagram { ${schemes.light}
  font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; font-size: ${TEXT.row}px; }
@media (prefers-color-scheme: dark) { .machine-diagram { ${schemes.dark} } }
.machine-diagram text { fill: var(--ink); dominant-baseline: central; }
.machine-diagram .ground { fill: var(--ground); }
.machine-diagram .frame { fill: var(--paper); stroke: var(--line); }
.machine-diagram .holds > .frame { fill: var(--ink); fill-opacity: 0.03; }
.machine-diagram .parallel > .frame { stroke-dasharray: 6 4; }
.machine-diagram .rule { stroke: var(--line); stroke-opacity: 0.5; }
.machine-diagram .title { font-size: ${TEXT.title}px; font-weight: bold; }
.machine-diagram .tag-frame { fill: none; stroke: var(--line); }
.machine-diagram .cause { fill: var(--event); }
.machine-diagram :is(.note, .action, .about, .aboutWay, .tag) { fill: var(--quiet); }
.machine-diagram :is(.about, .aboutWay) { font-style: italic; }
.machine-diagram .line path { fill: none; stroke: var(--hue, var(--ink)); stroke-width: 1.3; }
.machine-diagram :is(.tip, .arrow, .dot) { fill: var(--hue, var(--ink)); }
${[0, 1, 2, 3, 4, 5].map((hue) => `.machine-diagram .hue-${hue} { --hue: var(--hue-${hue}); }`).join('\n')}
.machine-diagram .active > .frame { stroke: var(--mark); stroke-width: 2.5; }
.machine-diagram .active:not(.holds) > .frame { fill: var(--wash); }
${['added', 'removed', 'changed', 'missed'].map((name) => `.machine-diagram .${name} { --hue: var(--${name}); }`).join('\n')}
.machine-diagram .taken { --hue: var(--mark); }
.machine-diagram :is(.added, .removed, .changed, .taken, .missed):not(.state) text { fill: var(--hue); }
.machine-diagram :is(.added, .removed, .changed, .taken):not(.state) text { font-weight: bold; }
.machine-diagram :is(.added, .removed, .changed) > .frame { stroke: var(--hue); stroke-width: 2.5; }
.machine-diagram :is(.added, .removed, .changed) > .title { fill: var(--hue); }
.machine-diagram .taken path { stroke-width: 3; }
.machine-diagram .removed > text { text-decoration: line-through; }
.machine-diagram :is(.removed, .missed) > path { stroke-dasharray: 5 3; }
`;

const controlStyle = `.machine-diagram .here { display: none; font-weight: bold; }
.machine-diagram .active > .here { display: inline; fill: var(--mark); }
.machine-diagram .press { fill: transparent; }
.machine-diagram .fold { cursor: pointer; outline: none; }
.machine-diagram .fold:hover > .press { fill: var(--ink); fill-opacity: 0.08; }
.machine-diagram .fold:focus-visible > .press { stroke: var(--mark); stroke-width: 2.5; }
.machine-diagram .chevron { fill: var(--quiet); }
`;

const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A self-contained picture, in which a page can find every state and transition. */
export function svg({ title, width, height, boxes, lines, dots }: Drawing): string {
  const hasControls = boxes.some(({ box }) => box.controls !== undefined);
  return [
    // The content of an element with the role "img" is not accessible; a picture with buttons is a group.
    `<svg xmlns="http://www.w3.org/2000/svg" class="machine-diagram" role="${hasControls ? 'group' : 'img'}" aria-label="${escapeXml(title)}"`,
    ` width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}${hasControls ? controlStyle : ''}</style>\n`,
    `<rect class="ground" width="${width}" height="${height}"/>\n`,
    ...boxes.map(boxSvg),
    ...lines.map(lineSvg),
    ...dots.map(({ x, y }) => `<circle class="dot" cx="${x}" cy="${y}" r="6"/>\n`),
    `</svg>\n`,
  ].join('');
}

const text = (name: string, x: number, y: number, content: string, anchor = ''): string =>
  `<text class="${name}" x="${x}" y="${y}"${anchor}>${escapeXml(content)}</text>`;

function boxSvg({ box, x, y, width, height, rows }: PlacedBox): string {
  const marks = [box.boxes.length > 0 && 'holds', box.isFolded && 'folded', box.isParallel && 'parallel'];
  const classes = ['state', ...marks, box.change].filter(Boolean).join(' ');
  const frame = (inset: number): string =>
    `<rect class="frame" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${8 - inset}"/>`;
  const isRuled = rows.length > 0 && box.boxes.length === 0;
  const middle = y + TITLE_HEIGHT / 2;
  const title = measureTitle(box);
  return [
    `<g class="${classes}" data-state-id="${escapeXml(box.id)}">\n`,
    frame(0),
    box.isFinal ? frame(3) : '',
    isRuled ? `<path class="rule" d="M${x} ${y + TITLE_HEIGHT - 2}h${width}"/>` : '',
    `${text('title', x + title.left, middle, box.title)}\n`,
    ...title.tags.map(
      (tag) =>
        `<rect class="tag-frame" x="${x + tag.left}" y="${middle - 9}" width="${tag.width}" height="18" rx="9"/>` +
        `${text('tag', x + tag.left + 5, middle, tag.text)}\n`,
    ),
    title.mark === null ? '' : `${text('here', x + title.mark.left, middle, title.mark.text)}\n`,
    ...rows.map((row) => {
      const arrow = row.arrow && text('arrow', row.right, row.y, row.arrow, ' text-anchor="end"');
      return `${group('row', row.hue, row)}${text(row.kind, row.left, row.y, row.text)}${arrow ?? ''}</g>\n`;
    }),
    box.controls?.includes('fold') ? foldButton(box, x, y, width) : '',
    `</g>\n`,
  ].join('');
}

/** The page handles the clicks. */
function foldButton(box: Box, x: number, y: number, width: number): string {
  const middle = y + TITLE_HEIGHT / 2;
  const chevron = box.isFolded ? `M${x + 10} ${middle - 4}l5 4l-5 4z` : `M${x + 8} ${middle - 2}h9l-4.5 5z`;
  return (
    `<g class="fold" role="button" tabindex="0" data-fold="${escapeXml(box.id)}" aria-label="${escapeXml(box.title)}" ` +
    `aria-expanded="${box.isFolded !== true}"><rect class="press" x="${x}" y="${y}" width="${width}" ` +
    `height="${TITLE_HEIGHT}" rx="7"/><path class="chevron" d="${chevron}"/></g>\n`
  );
}

/** Several ids are a JSON list. */
function group(name: string, hue: number | null, row: Partial<Row>): string {
  const classes = [name, hue !== null && `hue-${hue}`, row.change].filter(Boolean).join(' ');
  const [key, ids] = row.transitions ? ['ids', JSON.stringify(row.transitions)] : ['id', row.transition];
  return `<g class="${classes}"${ids === undefined ? '' : ` data-transition-${key}="${escapeXml(ids)}"`}>`;
}

function lineSvg({ row, hue, points }: PlacedLine): string {
  const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
  const tip = `<polygon class="tip" points="${x},${y} ${x - 4},${y - 8} ${x + 4},${y - 8}"/>`;
  return `${group('line', hue, row)}<path d="${roundedPath(points)}"/>${tip}</g>\n`;
}

/** Straight pieces with rounded corners, which distinguish crossing lines from turning ones. */
const roundedPath = (points: PlacedLine['points']): string =>
  points
    .map((point, n) => {
      const [before, after] = [points[n - 1], points[n + 1]];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      return `L${pointTowards(point, before)}Q${point.x} ${point.y} ${pointTowards(point, after)}`;
    })
    .join('');

const RADIUS = 5;

/** A point a little way from one towards another, not past the middle between them. */
function pointTowards(from: PlacedLine['points'][number], to: typeof from): string {
  const step = (at: number, end: number): number =>
    at + Math.sign(end - at) * Math.min(RADIUS, Math.abs(end - at) / 2);
  return `${step(from.x, to.x)} ${step(from.y, to.y)}`;
}
