import { decodeQR } from 'qr/decode.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import QrPicture from '../../src/desk/ui/QrPicture.tsx';

/** Pixels for each module of the code. */
const SCALE = 6;

/** Decodes the QR code of the rendered picture, which is dark on light. */
async function decodePicture(text: string): Promise<string> {
  const markup = renderToStaticMarkup(createElement(QrPicture, { text, name: 'QR code of the key' }));
  expect(markup).toContain('background-color:#fff;');
  expect(markup).toContain('fill:#000;');
  const [drawing, viewBox] = /<svg [^>]*viewBox="([^"]+)".*<\/svg>/.exec(markup) ?? [];
  if (drawing === undefined || viewBox === undefined) throw new Error(`no drawing in ${markup}`);
  const [, , side] = viewBox.split(' ').map(Number);
  const svg = drawing.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" fill="#000000" ');
  const { data, info } = await sharp(Buffer.from(svg))
    .resize((side ?? 0) * SCALE, (side ?? 0) * SCALE, { kernel: 'nearest' })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

test('the QR code of the second factor contains its link', async () => {
  const uri =
    'otpauth://totp/LitRooms:desk%40example.com?issuer=LitRooms&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  expect(await decodePicture(uri)).toBe(uri);
});
