import sharp from 'sharp';
// node .sheet.mjs out h file...
const [out, H, ...files] = process.argv.slice(2);
const imgs = await Promise.all(
  files.map(async (f) => {
    const b = await sharp(f)
      .resize({ height: +H, withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true });
    return b;
  }),
);
const w = imgs.reduce((s, i) => s + i.info.width + 12, 0);
const h = Math.max(...imgs.map((i) => i.info.height));
let x = 0;
const comp = imgs.map((i) => {
  const c = { input: i.data, left: x, top: 0 };
  x += i.info.width + 12;
  return c;
});
await sharp({ create: { width: w, height: h, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(out);
