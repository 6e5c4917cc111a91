// `npm run images`: creates every file under public/images from the masters in assets/, which are never served, and the bitmap icons
// from the brand symbol. Each picture has several widths, so that a phone downloads a small one; a new crop is one line of data.
// The same input gives the same output: run it and commit the result.
import { mkdir, readFile } from 'node:fs/promises';
import sharp, { type Region, type Sharp } from 'sharp';
import { drawMaps } from './maps.ts';

const masters = 'assets';
const target = 'public/images';
const ratios = { hero: 5 / 3, room: 3 / 2, post: 16 / 9, phone: 390 / 844 };

/** Masters that are shown uncropped. Only the hero fills a wide screen; a low quality shortens its download on a small one. */
const fullPictures = [
  { name: 'hero-coworking', ratio: ratios.hero, widths: [400, 720, 800, 1200, 1600], quality: 45 },
  ...[
    'room-01-huddle-4',
    'room-02-round-oak-6',
    'room-03-media-8',
    'room-04-walnut-boardroom-10',
    'room-05-u-shape-12',
    'room-06-dusk-boardroom-16',
    'room-07-training-20',
    'room-08-creative-lounge',
    'room-09-event-hall',
  ].map((name) => ({ name, ratio: ratios.room, widths: [400, 800, 1200] })),
].map((whole) => ({ ...whole, master: whole.name }));

/** Screenshots of the site, taken by product-pictures.ts; in the width of the home page, and in twice that width. */
const screens = [
  { name: 'screen-rooms', ratio: ratios.room, widths: [600, 1200] },
  { name: 'screen-slots', ratio: ratios.phone, widths: [300, 600] },
  { name: 'screen-booking', ratio: ratios.phone, widths: [300, 600] },
].map((screen) => ({ ...screen, master: screen.name, fallback: Math.max(...screen.widths) }));

/** A part of a master, in its pixels. */
type Crop = readonly [master: string, left: number, top: number, width: number];

/** Blog pictures: 16:9, each at least 800 wide; post-01 first. */
const postCrops: readonly Crop[] = [
  ['room-04-walnut-boardroom-10', 190, 316, 1200], // boardroom table laid for a meeting
  ['room-07-training-20', 690, 300, 810], // wall clock and whiteboard
  ['hero-coworking', 0, 264, 814], // lamps against the city window
  ['room-07-training-20', 0, 392, 1200], // rows of training desks
  ['room-01-huddle-4', 680, 250, 820], // figures on the screen
  ['room-02-round-oak-6', 256, 440, 809], // cups on the round table
  ['room-03-media-8', 512, 238, 809], // the wall screen at the table's head
  ['room-05-u-shape-12', 0, 290, 1024], // colour panels over the U of tables
  ['room-08-creative-lounge', 500, 8, 900], // two lit cane lamps
  ['room-09-event-hall', 0, 600, 830], // chair backs, row on row
  ['room-01-huddle-4', 381, 512, 821], // two chairs face to face
  ['room-06-dusk-boardroom-16', 0, 155, 833], // towers at dusk
  ['room-08-creative-lounge', 786, 256, 814], // whiteboard next to the green sofa
  ['hero-coworking', 1200, 600, 800], // high tables and stools
  ['room-02-round-oak-6', 0, 160, 820], // window, curtain and palm
  ['room-06-dusk-boardroom-16', 118, 226, 1202], // boardroom under ring lamps
  ['room-08-creative-lounge', 95, 536, 880], // floor cushions on patterned tiles
  ['room-02-round-oak-6', 786, 262, 814], // terracotta niche
  ['room-09-event-hall', 238, 202, 1202], // the lit stage
  ['hero-coworking', 0, 443, 1285], // long table in morning sun
];
const posts = postCrops.map(([master, left, top, width], index) => ({
  name: `post-${String(index + 1).padStart(2, '0')}`,
  master,
  ratio: ratios.post,
  crop: { left, top, width, height: Math.floor(width / ratios.post) },
  widths: [400, 800, 1200].filter((candidate) => candidate <= width),
}));

/** Details of rooms for their galleries; two for each room, in the rooms' order. */
const detailCrops: readonly Crop[] = [
  ['room-01-huddle-4', 380, 420, 900], // chairs around the table
  ['room-01-huddle-4', 680, 200, 860], // screen on the slatted wall
  ['room-02-round-oak-6', 250, 450, 900], // the oak table
  ['room-02-round-oak-6', 680, 200, 860], // niche and picture
  ['room-03-media-8', 640, 430, 940], // the long table
  ['room-03-media-8', 420, 220, 840], // screen at its head
  ['room-04-walnut-boardroom-10', 180, 480, 880], // leather chairs
  ['room-04-walnut-boardroom-10', 380, 240, 840], // painting over the table
  ['room-05-u-shape-12', 0, 430, 940], // tables in a U
  ['room-05-u-shape-12', 600, 250, 860], // projector screen
  ['room-06-dusk-boardroom-16', 300, 230, 900], // table under ring lamps
  ['room-06-dusk-boardroom-16', 0, 180, 880], // towers at dusk
  ['room-07-training-20', 200, 430, 940], // rows of desks
  ['room-07-training-20', 480, 320, 860], // whiteboard and clock
  ['room-08-creative-lounge', 480, 280, 900], // sofas by the brick wall
  ['room-08-creative-lounge', 100, 450, 910], // floor cushions
  ['room-09-event-hall', 300, 200, 900], // the lit stage
  ['room-09-event-hall', 160, 450, 910], // rows of chairs
];
const details = detailCrops.map(([master, left, top, width], index) => ({
  name: `${master}-detail-${(index % 2) + 1}`,
  master,
  ratio: ratios.room,
  crop: { left, top, width, height: Math.floor(width / ratios.room) },
  widths: [400, 800],
}));

/** Shown instead of a missing picture: a blurred, pale wall. */
const placeholder = {
  name: 'placeholder',
  master: 'room-02-round-oak-6',
  ratio: ratios.post,
  crop: { left: 700, top: 250, width: 800, height: 450 },
  // Rooms show it in all of their widths. The picture is blurred, so that enlarging the 800 px crop to 1200 px loses nothing.
  widths: [400, 800, 1200],
  fade: (image: Sharp) => image.blur(28).modulate({ saturation: 0.6 }).linear(0.35, 158),
};

interface Picture {
  name: string;
  master: string;
  ratio: number;
  crop?: Region;
  widths: readonly number[];
  /** the width of the JPEG picture */
  fallback?: number;
  quality?: number;
  fade?: (image: Sharp) => Sharp;
}

async function write({
  name,
  master,
  ratio,
  crop,
  widths,
  fallback = 800,
  quality = 50,
  fade = (image) => image,
}: Picture) {
  const original = sharp(`${masters}/${master}.jpg`);
  const source = await fade(crop ? original.extract(crop) : original)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const resizedTo = (width: number) =>
    sharp(source).resize(width, Math.round(width / ratio), { kernel: 'lanczos3' });
  for (const width of widths) {
    await resizedTo(width).avif({ quality, effort: 4 }).toFile(`${target}/${name}-${width}.avif`);
    await resizedTo(width)
      .webp({ quality: 72, effort: 5, smartSubsample: true })
      .toFile(`${target}/${name}-${width}.webp`);
  }
  await resizedTo(fallback).jpeg({ quality: 78, mozjpeg: true }).toFile(`${target}/${name}.jpg`);
}

await mkdir(target, { recursive: true });
for (const picture of [...fullPictures, ...details, ...screens, ...posts, placeholder]) await write(picture);

drawMaps(target);

/** The symbol of public/favicon.svg without its rounded background: devices cut icons to different shapes. */
const brandSymbol = (await readFile('public/favicon.svg', 'utf8'))
  .replace(/<rect[^>]*>/, '')
  .replace(/<\/?svg[^>]*>/g, '');
const GREEN = '#0f4c48';

/** The symbol on a full background, inside the circle that no device cuts off. */
async function writeIcon(name: string, size: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 48 48"><rect x="-6" y="-6" width="48" height="48" fill="${GREEN}"/>${brandSymbol}</svg>`;
  await sharp(Buffer.from(svg), { density: 1200 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/icons/${name}.png`);
}
await mkdir('public/icons', { recursive: true });
await writeIcon('apple-touch-icon', 180);
await writeIcon('icon-192', 192);
await writeIcon('icon-512', 512);

/** The picture that social networks show with a link: the hero, darkened at the left behind the symbol and the name. */
async function writeSocialCard() {
  const [width, height] = [1200, 630];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="shade"><stop stop-color="#0b2b29" stop-opacity="0.94"/><stop offset="0.55" stop-color="#0b2b29" stop-opacity="0.78"/><stop offset="1" stop-color="#0b2b29" stop-opacity="0.1"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#shade)"/>
    <g transform="translate(80 150) scale(4)"><rect width="36" height="36" rx="10.5" fill="${GREEN}"/>${brandSymbol}</g>
    <g fill="#f6f0e5">
      <text x="80" y="400" font-family="Fraunces, Georgia, 'Liberation Serif', serif" font-weight="600" font-size="92" letter-spacing="-2">Litrooms</text>
      <text x="82" y="468" font-family="Figtree, 'Liberation Sans', Arial, sans-serif" font-size="38">Meeting rooms in Chennai, from 30 minutes</text>
    </g>
  </svg>`;
  await sharp(`${masters}/hero-coworking.jpg`)
    .resize(width, height, { fit: 'cover', kernel: 'lanczos3' })
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${target}/social-card.jpg`);
}
await writeSocialCard();
process.exit();
