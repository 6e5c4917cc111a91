// Draws a map for each area of Chennai that has rooms, from a few coordinates of the coast, the rivers and the main roads.
// `npm run images` runs it; src/rooms/page/areaMaps.ts lists the maps.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Place = readonly [latitude: number, longitude: number];

/** Areas with rooms, by their name in a room's address. */
const areas: Readonly<Record<string, Place>> = {
  Mylapore: [13.0339, 80.2686],
  Velachery: [12.9815, 80.218],
  Guindy: [13.0067, 80.2206],
  Nungambakkam: [13.0604, 80.2425],
  Adyar: [13.0067, 80.2572],
  'OMR Thoraipakkam': [12.9416, 80.2362],
  'Anna Nagar': [13.085, 80.2101],
  'T. Nagar': [13.0418, 80.2341],
  Egmore: [13.0732, 80.2609],
};
/** Other areas, for orientation. */
const neighbours: Readonly<Record<string, Place>> = {
  'Marina Beach': [13.05, 80.2795],
  'Fort St. George': [13.0796, 80.2875],
  Kodambakkam: [13.0521, 80.2221],
  'Ashok Nagar': [13.0373, 80.2123],
  Saidapet: [13.0213, 80.2231],
  Thiruvanmiyur: [12.983, 80.2594],
  Perungudi: [12.9654, 80.2461],
  Pallikaranai: [12.9376, 80.2153],
  Kilpauk: [13.0838, 80.2419],
  Vadapalani: [13.05, 80.2121],
  Besant_Nagar: [13.0003, 80.2667],
};

/** From north to south. */
const coast: readonly Place[] = [
  [13.16, 80.308],
  [13.125, 80.299],
  [13.1, 80.294],
  [13.08, 80.2925],
  [13.068, 80.287],
  [13.05, 80.2835],
  [13.03, 80.2795],
  [13.014, 80.2765],
  [12.999, 80.273],
  [12.983, 80.2668],
  [12.957, 80.259],
  [12.92, 80.2535],
  [12.87, 80.246],
];
const rivers: readonly (readonly Place[])[] = [
  // Cooum
  [
    [13.066, 80.14],
    [13.072, 80.18],
    [13.0745, 80.215],
    [13.0665, 80.236],
    [13.0655, 80.252],
    [13.0775, 80.262],
    [13.0795, 80.272],
    [13.069, 80.2755],
    [13.068, 80.287],
  ],
  // Adyar
  [
    [13.01, 80.15],
    [13.022, 80.19],
    [13.0165, 80.205],
    [13.0235, 80.222],
    [13.0165, 80.238],
    [13.014, 80.252],
    [13.0175, 80.265],
    [13.014, 80.2765],
  ],
  // Buckingham Canal, south of the Adyar
  [
    [13.0125, 80.2545],
    [12.985, 80.2512],
    [12.955, 80.2465],
    [12.9, 80.2405],
  ],
];
const roads: readonly { name: string; at: Place; path: readonly Place[] }[] = [
  {
    name: 'Anna Salai',
    at: [13.0505, 80.2525],
    path: [
      [13.0785, 80.281],
      [13.0655, 80.2675],
      [13.0525, 80.254],
      [13.037, 80.244],
      [13.0215, 80.2265],
      [13.008, 80.2125],
      [12.985, 80.176],
    ],
  },
  {
    name: 'EVR Periyar Salai',
    at: [13.0795, 80.233],
    path: [
      [13.0825, 80.275],
      [13.0785, 80.255],
      [13.0775, 80.23],
      [13.0735, 80.2],
      [13.0705, 80.15],
    ],
  },
  {
    name: 'Rajiv Gandhi Salai (OMR)',
    at: [12.962, 80.2435],
    path: [
      [13.0065, 80.2475],
      [12.9895, 80.249],
      [12.965, 80.2455],
      [12.941, 80.236],
      [12.9, 80.2275],
    ],
  },
  {
    name: 'East Coast Road',
    at: [12.955, 80.2565],
    path: [
      [12.985, 80.2595],
      [12.955, 80.2535],
      [12.9, 80.247],
    ],
  },
  {
    name: 'Inner Ring Road',
    at: [13.055, 80.2105],
    path: [
      [13.11, 80.213],
      [13.085, 80.2085],
      [13.05, 80.2105],
      [13.0215, 80.2035],
      [13.0035, 80.2035],
      [12.9795, 80.219],
      [12.9555, 80.2345],
    ],
  },
  {
    name: 'Sardar Patel Road',
    at: [13.0095, 80.234],
    path: [
      [13.009, 80.2135],
      [13.0075, 80.235],
      [13.0065, 80.2575],
    ],
  },
  {
    name: 'Dr. Radhakrishnan Salai',
    at: [13.0445, 80.266],
    path: [
      [13.0525, 80.254],
      [13.043, 80.2665],
      [13.0425, 80.2815],
    ],
  },
  {
    name: 'Beach Road',
    at: [13.056, 80.2805],
    path: [
      [13.0785, 80.2845],
      [13.0655, 80.2815],
      [13.05, 80.28],
      [13.034, 80.277],
    ],
  },
  {
    name: 'Nungambakkam High Road',
    at: [13.0705, 80.2435],
    path: [
      [13.0745, 80.2435],
      [13.061, 80.2425],
      [13.05, 80.2515],
    ],
  },
];

const [WIDTH, HEIGHT] = [720, 400];
const PIXELS_PER_KM = 66;
const KM_PER_DEGREE = { latitude: 110.6, longitude: 108.4 };

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('_', ' ');

function drawing(area: string, [latitude, longitude]: Place) {
  const toPixels = ([lat, lon]: Place): [number, number] => [
    WIDTH / 2 + (lon - longitude) * KM_PER_DEGREE.longitude * PIXELS_PER_KM,
    HEIGHT / 2 - (lat - latitude) * KM_PER_DEGREE.latitude * PIXELS_PER_KM,
  ];
  /** A smooth SVG path through the places. */
  const line = (places: readonly Place[]) => {
    const points = places.map(toPixels);
    return points
      .map(([x, y], i) => {
        if (i === 0) return `M${x.toFixed(0)} ${y.toFixed(0)}`;
        const [before, from, next] = [
          points[Math.max(0, i - 2)],
          points[i - 1],
          points[Math.min(points.length - 1, i + 1)],
        ];
        if (!before || !from || !next) return '';
        const [c1, c2] = [
          [from[0] + (x - before[0]) / 6, from[1] + (y - before[1]) / 6],
          [x - (next[0] - from[0]) / 6, y - (next[1] - from[1]) / 6],
        ];
        return `C${[...(c1 ?? []), ...(c2 ?? []), x, y].map((n) => n.toFixed(0)).join(' ')}`;
      })
      .join('');
  };
  const isInside = ([x, y]: readonly [number, number], margin = 24) =>
    x > margin && x < WIDTH - margin && y > margin && y < HEIGHT - margin;
  /** Whether a label is far enough from the centre, which has the name of the area. */
  const isApart = ([x, y]: readonly [number, number]) =>
    Math.hypot(x - WIDTH / 2, (y - HEIGHT / 2) * 1.4) > 88;
  const places = Object.entries({ ...areas, ...neighbours })
    .filter(([name]) => name !== area)
    .map(([name, place]) => ({ name, point: toPixels(place) }))
    .filter(({ point }) => isInside(point, 48) && isApart(point));
  const bay = toPixels([latitude, 80.305]);
  const labels = roads
    .map(({ name, at: place }) => ({ name, point: toPixels(place) }))
    .filter(({ point }) => isInside(point, 70) && isApart(point));
  const sea = `${line(coast)}L${WIDTH * 9} ${HEIGHT * 9}L${WIDTH * 9} ${-HEIGHT * 9}Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<style>
svg{font-family:Figtree,'Liberation Sans',Arial,sans-serif}
.land{fill:#f3ecdf}.sea{fill:#c9dfe2}.river{fill:none;stroke:#c9dfe2;stroke-width:9;stroke-linecap:round}
.edge{fill:none;stroke:#ddd0bb;stroke-width:11;stroke-linecap:round}.road{fill:none;stroke:#fffdf9;stroke-width:8;stroke-linecap:round}
.name{fill:#4b5d59;font-size:13px;text-anchor:middle}.street{fill:#6d6a5f;font-size:11px;text-anchor:middle}
text{paint-order:stroke;stroke:#f3ecdf;stroke-width:3px;stroke-linejoin:round}
.bay{stroke:#c9dfe2;font-style:italic}.here{fill:#17302e;font-size:19px;font-weight:700;text-anchor:middle;stroke-width:5px}.pin{fill:#ad4526}.hole{fill:#fffdf9}.round{fill:#ad4526;fill-opacity:.14}
@media (prefers-color-scheme:dark){.land{fill:#1d2e2c}.sea{fill:#12414a}.river{stroke:#12414a}.edge{stroke:#16211f}.road{stroke:#3a4d49}.name{fill:#b9c6c1}.street{fill:#9fb0aa}text{stroke:#1d2e2c}.bay{stroke:#c9dfe2;font-style:italic}.bay{stroke:#12414a}.here{fill:#f6f0e5}.pin{fill:#e2794f}.round{fill:#e2794f}}
</style>
<rect class="land" width="${WIDTH}" height="${HEIGHT}"/>
<path class="sea" d="${sea}"/>
${rivers.map((river) => `<path class="river" d="${line(river)}"/>`).join('')}
${roads.map(({ path }) => `<path class="edge" d="${line(path)}"/>`).join('')}
${roads.map(({ path }) => `<path class="road" d="${line(path)}"/>`).join('')}
${labels.map(({ name, point: [x, y] }) => `<text class="street" x="${x.toFixed(0)}" y="${y.toFixed(0)}">${escapeXml(name)}</text>`).join('')}
${places.map(({ name, point: [x, y] }) => `<text class="name" x="${x.toFixed(0)}" y="${y.toFixed(0)}">${escapeXml(name)}</text>`).join('')}
${isInside(bay, 60) ? `<text class="name bay" x="${bay[0].toFixed(0)}" y="70">Bay of Bengal</text>` : ''}
<circle class="round" cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="58"/>
<path class="pin" d="M${WIDTH / 2} ${HEIGHT / 2}c-15-20-22-29-22-41a22 22 0 0 1 44 0c0 12-7 21-22 41z"/>
<circle class="hole" cx="${WIDTH / 2}" cy="${HEIGHT / 2 - 41}" r="8"/>
<text class="here" x="${WIDTH / 2}" y="${HEIGHT / 2 + 26}">${escapeXml(area)}</text>
</svg>
`;
}

/** As in src/rooms/page/areaMaps.ts. */
const slug = (area: string) => area.toLowerCase().replace(/[^a-z]+/g, '-');

/**
 * Writes all maps.
 * @param folder the folder of the served pictures
 */
export function drawMaps(folder: string) {
  mkdirSync(folder, { recursive: true });
  for (const [area, centre] of Object.entries(areas)) {
    writeFileSync(join(folder, `map-${slug(area)}.svg`), drawing(area, centre));
  }
}
