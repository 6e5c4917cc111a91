import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  /** With its folders. */
  readonly name: string;
  /** Whether the content becomes smaller: a PDF is compressed already. */
  readonly isText: boolean;
  readonly parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * A ZIP file in parts, which are made when they are read: neither the files nor the archive are in memory as a whole. The format
 * without extensions has at most 65,535 files and 4 GB.
 */
export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    made.push(part);
  });
  const drained = (): Buffer => {
    const part = Buffer.concat(made);
    made = [];
    return part;
  };
  for await (const { name, isText, parts } of files) {
    const file = isText ? new ZipDeflate(name) : new ZipPassThrough(name);
    zip.add(file);
    for await (const part of parts) {
      file.push(part);
      if (made.length > 0) yield drained();
    }
    file.push(new Uint8Array(0), true);
    yield drained();
  }
  zip.end();
  yield drained();
}
