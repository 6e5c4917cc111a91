import type { Box, Difference } from './box.ts';
import type { Drawing, PlacedBox, PlacedLine, PlacedRow } from './layOut.ts';
import {
  INSIDE_MARK,
  showsInsideMark,
  SOURCE_WIDTH,
  tagsRight,
  TEXT,
  TITLE_HEIGHT,
  titleLeft,
} from './measure.ts';
import { textWidth } from './textWidth.ts';

/** HUES colours per scheme, each with a contrast of at least 3:1. */
const hues = {
  light: ['#1769aa', '#a3480b', '#2e7d32', '#8e24aa', '#b3134f', '#6d6014'],
  dark: ['#6fb5f0', '#f0995c', '#74c578', '#d58be6', '#f27ba3', '#cdbb4d'],
} as const;

const hueVariables = (scheme: keyof typeof hues): string =>
  hues[scheme].map((colour, hue) => `--hue-${hue}: ${colour};`).join(' ');

/**
 * Light and dark colours, and the classes that a page may set: `.active` on elements with data-state-id, `.taken` and
 * `.missed` on those with data-transition-id. A page with other colours sets the variables.
 */
const differenceStyle = (name: string): string =>
  `.machine-diagram .row.${name} text { fill: var(--${name}); font-weight: bold; } .machine-diagram .line.${name} { --hue: var(--${name}); }
.machine-diagram .state.${name} > .frame { stroke: var(--${name}); stroke-width: 2.5; } .machine-diagram .state.${name} > .title { fill: var(--${name}); }`;

const style = `
.machine-diagram { --paper: #ffffff; --ground: #f5f6f8; --ink: #1d232b; --quiet: #5c6673; --line: #8b95a3;
  --event: #0b4f8a; --mark: #b3470b; --wash: #fdeedd; --missed: #b3261e;
  --added: #17692f; --removed: #b3261e; --changed: #8a5300; ${hueVariables('light')}
  font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; font-size: ${TEXT.row}px; }
@media (prefers-color-scheme: dark) { .machine-diagram { --paper: #1f242b; --ground: #161a20; --ink: #e8ebef;
  --quiet: #a3adba; --line: #6d7885; --event: #9ccdf7; --mark: #ffb074; --wash: #45301c; --missed: #ff8f86;
  --added: #7fd494; --removed: #ff8f86; --changed: #f2b856;
  ${hueVariables('dark')} } }
.machine-diagram text { fill: var(--ink); dominant-baseline: central; }
.machine-diagram .ground { fill: var(--ground); }
.machine-diagram .frame { fill: var(--paper); stroke: var(--line); }
.machine-diagram .holds > .frame { fill: var(--ink); fill-opacity: 0.03; }
.machine-diagram .parallel > .frame { stroke-dasharray: 6 4; }
.machine-diagram .rule { stroke: var(--line); stroke-opacity: 0.5; }
.machine-diagram .title { font-size: ${TEXT.title}px; font-weight: bold; }
.machine-diagram .tag { font-size: ${TEXT.tag}px; fill: var(--quiet); }
.machine-diagram .tag-frame { fill: none; stroke: var(--line); }
.machine-diagram .cause { fill: var(--event); }
.machine-diagram .note, .machine-diagram .action { fill: var(--quiet); }
.machine-diagram .about, .machine-diagram .aboutWay { fill: var(--quiet); font-style: italic; }
.machine-diagram .line path { fill: none; stroke: var(--hue, var(--ink)); stroke-width: 1.3; }
.machine-diagram .tip { fill: var(--hue, var(--ink)); }
.machine-diagram .dot { fill: var(--ink); }
.machine-diagram .arrow { fill: var(--hue, var(--ink)); }
${hues.light.map((_, hue) => `.machine-diagram .hue-${hue} { --hue: var(--hue-${hue}); }`).join('\n')}
.machine-diagram .active > .frame { stroke: var(--mark); stroke-width: 2.5; }
.machine-diagram .active:not(.holds) > .frame { fill: var(--wash); }
.machine-diagram .taken text { fill: var(--mark); font-weight: bold; }
.machine-diagram .taken path { stroke: var(--mark); stroke-width: 3; }
.machine-diagram .taken .tip { fill: var(--mark); }
${['added', 'removed', 'changed'].map(differenceStyle).join('\n')}
.machine-diagram .removed > text { text-decoration: line-through; }
.machine-diagram .removed > path { stroke-dasharray: 5 3; }
.machine-diagram .missed text { fill: var(--missed); }
.machine-diagram .missed path { stroke: var(--missed); stroke-dasharray: 5 3; }
`;

const controlStyle = `.machine-diagram .here { display: none; font-size: ${TEXT.tag}px; font-weight: bold; }
.machine-diagram .active > .here { display: inline; fill: var(--mark); }
.machine-diagram .press { fill: transparent; }
.machine-diagram :is(.fold, .source) { cursor: pointer; outline: none; }
.machine-diagram :is(.fold, .source):hover > .press { fill: var(--ink); fill-opacity: 0.08; }
.machine-diagram :is(.fold, .source):focus-visible > .press { stroke: var(--mark); stroke-width: 2.5; }
.machine-diagram .chevron { fill: var(--quiet); }
.machine-diagram .source > .mark { fill: var(--quiet); font-weight: bold; }
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

function boxSvg({ box, x, y, width, height, rows }: PlacedBox): string {
  const classes = [
    'state',
    ...(box.boxes.length > 0 ? ['holds'] : []),
    ...(box.isFolded ? ['folded'] : []),
    ...(box.isParallel ? ['parallel'] : []),
    ...(box.change ? [box.change] : []),
  ];
  const frame = (inset: number, name: string): string =>
    `<rect class="${name}" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" ` +
    `height="${height - 2 * inset}" rx="${8 - inset}"/>`;
  const ruled = rows.length > 0 && box.boxes.length === 0;
  return [
    `<g class="${classes.join(' ')}" data-state-id="${escapeXml(box.id)}">\n`,
    frame(0, 'frame'),
    box.isFinal ? frame(3, 'frame') : '',
    ruled ? `<path class="rule" d="M${x} ${y + TITLE_HEIGHT - 2}h${width}"/>` : '',
    `<text class="title" x="${x + titleLeft(box)}" y="${y + TITLE_HEIGHT / 2}">${escapeXml(box.title)}</text>\n`,
    ...tagsSvg(box.tags, x + titleLeft(box) + textWidth(box.title, TEXT.title) + 8, y + TITLE_HEIGHT / 2),
    showsInsideMark(box)
      ? `<text class="here" x="${x + tagsRight(box) + 8}" y="${y + TITLE_HEIGHT / 2}">${INSIDE_MARK}</text>\n`
      : '',
    ...rows.map(rowSvg),
    ...(box.controls ?? []).map((control) => controlSvg[control](box, x, y, width)),
    `</g>\n`,
  ].join('');
}

function tagsSvg(tags: readonly string[], left: number, y: number): string[] {
  let x = left;
  return tags.map((tag) => {
    const width = textWidth(tag, TEXT.tag) + 10;
    const tagSvg =
      `<rect class="tag-frame" x="${x}" y="${y - 9}" width="${width}" height="18" rx="9"/>` +
      `<text class="tag" x="${x + 5}" y="${y}">${escapeXml(tag)}</text>\n`;
    x += width + 6;
    return tagSvg;
  });
}

const button = (name: string, box: Box, label: string, state: string, inner: string): string =>
  `<g class="${name}" role="button" tabindex="0" data-${name}="${escapeXml(box.id)}" ` +
  `aria-label="${escapeXml(label)}"${state}>${inner}</g>\n`;

const pressArea = (x: number, y: number, width: number): string =>
  `<rect class="press" x="${x}" y="${y}" width="${width}" height="${TITLE_HEIGHT}" rx="7"/>`;

/** The page handles their clicks. */
const controlSvg = {
  fold: (box: Box, x: number, y: number, width: number): string => {
    const middle = y + TITLE_HEIGHT / 2;
    const chevron = box.isFolded ? `M${x + 10} ${middle - 4}l5 4l-5 4z` : `M${x + 8} ${middle - 2}h9l-4.5 5z`;
    const shape = `${pressArea(x, y, width - SOURCE_WIDTH)}<path class="chevron" d="${chevron}"/>`;
    return button('fold', box, box.title, ` aria-expanded="${box.isFolded !== true}"`, shape);
  },
  source: (box: Box, x: number, y: number, width: number): string => {
    const left = x + width - SOURCE_WIDTH;
    const mark = `<text class="mark" x="${left + SOURCE_WIDTH / 2}" y="${y + TITLE_HEIGHT / 2}" text-anchor="middle">‹›</text>`;
    return button('source', box, `Source of ${box.title}`, '', `${pressArea(left, y, SOURCE_WIDTH)}${mark}`);
  },
} as const;

const hueClass = (hue: number | null): string => (hue === null ? '' : ` hue-${hue}`);

const changeClass = (change: Difference | undefined): string => (change === undefined ? '' : ` ${change}`);

/** Several ids are a JSON list. */
function transitionAttribute({
  transition,
  transitions,
}: Pick<PlacedLine, 'transition' | 'transitions'>): string {
  if (transitions !== undefined) return ` data-transition-ids="${escapeXml(JSON.stringify(transitions))}"`;
  return transition === undefined ? '' : ` data-transition-id="${escapeXml(transition)}"`;
}

function rowSvg(row: PlacedRow): string {
  const { kind, text, arrow, hue, change, y, left, right } = row;
  const id = transitionAttribute(row);
  const end =
    arrow === undefined
      ? ''
      : `<text class="arrow" x="${right}" y="${y}" text-anchor="end">${escapeXml(arrow)}</text>`;
  return `<g class="row${hueClass(hue)}${changeClass(change)}"${id}><text class="${kind}" x="${left}" y="${y}">${escapeXml(text)}</text>${end}</g>\n`;
}

const RADIUS = 5;

function lineSvg({ transition, transitions, hue, change, points }: PlacedLine): string {
  const id = transitionAttribute({ transition, transitions });
  const tip = points.at(-1);
  if (tip === undefined) return '';
  return (
    `<g class="line${hueClass(hue)}${changeClass(change)}"${id}><path d="${roundedPath(points)}"/>` +
    `<polygon class="tip" points="${tip.x},${tip.y} ${tip.x - 4},${tip.y - 8} ${tip.x + 4},${tip.y - 8}"/></g>\n`
  );
}

/** A path of straight pieces with rounded corners, which distinguishes crossing lines from turning ones. */
function roundedPath(points: PlacedLine['points']): string {
  return points
    .map((point, n) => {
      const [before, after] = [points[n - 1], points[n + 1]];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const start = pointTowards(point, before);
      const end = pointTowards(point, after);
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join('');
}

/** A point a little way from one towards another, not past the middle between them. */
function pointTowards(
  from: { x: number; y: number },
  to: { x: number; y: number },
): { x: number; y: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: Math.round((from.x + dx * share) * 10) / 10, y: Math.round((from.y + dy * share) * 10) / 10 };
}
