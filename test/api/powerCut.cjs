// @ts-check
/*
 * Loaded into a server before anything else (`node --require`): writes down, beside the data, what a power cut would leave
 * of it. A file's content is what it had at its last fsync; a folder's entries are those of its own last fsync. What was
 * never synced is not there. `POWER_CUT_RECORD` is the folder of the record, `test/api/powerCut.ts` reads it.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const record = String(process.env.POWER_CUT_RECORD);
fs.mkdirSync(record, { recursive: true });
const own = { ...fs };

/** Numbers are used again for other files, together with the time of birth they are not. @param {number} fd */
function identityOf(fd) {
  const { ino, birthtimeNs, size, mode } = own.fstatSync(fd, { bigint: true });
  return { id: `${ino}-${birthtimeNs}`, size: Number(size), isFolder: (mode & 0o170000n) === 0o040000n };
}

/** What of a file was written since its last fsync. @type {Map<string, [number, number][]>} */
const written = new Map();

/** @param {number} fd @param {string} id @param {number} size */
function recordContent(fd, id, size) {
  const file = join(record, id);
  const known = own.existsSync(file);
  const original = own.openSync(`/proc/self/fd/${fd}`, 'r'); // it may be open for writing only
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
