import { inflateSync } from 'node:zlib';

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** The TrueType or OpenType file that a WOFF 1.0 file contains (https://www.w3.org/TR/WOFF/): its tables, inflated. */
export function uncompressed(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => {
    const entry = WOFF_HEADER_BYTES + n * WOFF_ENTRY_BYTES;
    const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      content: packedLength < length ? inflateSync(packed) : packed,
    };
  });
  const bodies = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES;
  const sfnt = Buffer.alloc(bodies + tables.reduce((sum, { content }) => sum + padded(content.length), 0));
  const entrySelector = Math.floor(Math.log2(count));
  const searchRange = 2 ** entrySelector * SFNT_ENTRY_BYTES;
  woff.copy(sfnt, 0, 4, 8);
  [count, searchRange, entrySelector, count * SFNT_ENTRY_BYTES - searchRange].forEach((value, n) =>
    sfnt.writeUInt16BE(value, 4 + n * 2),
  );
  let offset = bodies;
  for (const [n, { tag, checksum, content }] of tables.entries()) {
    const entry = SFNT_HEADER_BYTES + n * SFNT_ENTRY_BYTES;
    tag.copy(sfnt, entry);
    [checksum, offset, content.length].forEach((value, field) =>
      sfnt.writeUInt32BE(value, entry + 4 + field * 4),
    );
    content.copy(sfnt, offset);
    offset += padded(content.length);
  }
  return sfnt;
}
