// @ts-check
/*
 * Preloaded into a server (`node --require`): records the state that a power cut would leave. A file has its content at its
 * last fsync, and a folder has its entries at its last fsync. A file or folder that was never synced does not exist.
 * `POWER_CUT_RECORD` is the folder of the record, which `test/api/powerCut.ts` reads.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const record = String(process.env.POWER_CUT_RECORD);
fs.mkdirSync(record, { recursive: true });
const own = { ...fs };

/** Inode numbers are reused for other files, but not together with the birth time. @param {number} fd */
function identityOf(fd) {
  const { ino, birthtimeNs, size, mode } = own.fstatSync(fd, { bigint: true });
  return { id: `${ino}-${birthtimeNs}`, size: Number(size), isFolder: (mode & 0o170000n) === 0o040000n };
}

/** The ranges of each file that were written since its last fsync. @type {Map<string, [number, number][]>} */
const written = new Map();

/** @param {number} fd @param {string} id @param {number} size */
function recordContent(fd, id, size) {
  const file = join(record, id);
  const known = own.existsSync(file);
  const original = own.openSync(`/proc/self/fd/${fd}`, 'r'); // the descriptor may be open for writing only
  const copy = own.openSync(file, known ? 'r+' : 'w');
  for (const [from, length] of known ? (written.get(id) ?? []) : [[0, size]]) {
    const bytes = Buffer.alloc(length ?? 0);
    const read = own.readSync(original, bytes, 0, bytes.length, from ?? 0);
    own.writeSync(copy, bytes, 0, read, from);
  }
  own.ftruncateSync(copy, size);
  own.closeSync(copy);
  own.closeSync(original);
  written.delete(id);
}

/** @param {number} fd @param {string} id */
function recordEntries(fd, id) {
  const path = own.readlinkSync(`/proc/self/fd/${fd}`);
  const entries = own.readdirSync(path).map((name) => {
    const { ino, birthtimeNs, mode } = own.lstatSync(join(path, name), { bigint: true });
    return [name, `${ino}-${birthtimeNs}`, (mode & 0o170000n) === 0o040000n ? 'folder' : 'file'];
  });
  const draft = join(record, `${id}.draft`);
  own.writeFileSync(draft, JSON.stringify(entries));
  own.renameSync(draft, join(record, `${id}.entries`));
}

/** @param {number} fd */
function recordSync(fd) {
  const { id, size, isFolder } = identityOf(fd);
  if (isFolder) recordEntries(fd, id);
  else recordContent(fd, id, size);
}

/** @param {'fsyncSync' | 'fdatasyncSync'} name */
function watchSync(name) {
  fs[name] = (/** @type {number} */ fd) => {
    own[name](fd);
    recordSync(fd);
  };
}
watchSync('fsyncSync');
watchSync('fdatasyncSync');

fs.writeSync = /** @type {typeof fs.writeSync} */ (
  (/** @type {number} */ fd, /** @type {any} */ data, /** @type {any[]} */ ...rest) => {
    const count = own.writeSync(fd, data, ...rest);
    const { id, size } = identityOf(fd);
    const position = rest[2];
    const ranges = written.get(id) ?? [];
    ranges.push(typeof position === 'number' ? [position, count] : [0, size]);
    written.set(id, ranges);
    return count;
  }
);
syncBuiltinESMExports();
