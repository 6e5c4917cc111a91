// @ts-check
/*
 * Preloaded into a server (`node --require`): simulates a DATA_DIR on a read-only disk (`BROKEN_DISK=EROFS`), or on a disk
 * that is full after one mebibyte (`BROKEN_DISK=ENOSPC`). Unlike a real disk of this kind, it needs no privileges.
 */
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { resolve } = require('node:path');

const code = String(process.env.BROKEN_DISK);
const dataDir = resolve(String(process.env.DATA_DIR));
const own = { ...fs };
let free = code === 'ENOSPC' ? 1024 * 1024 : 0;

/** @param {string} syscall @param {number} bytes @param {unknown} path */
function write(syscall, bytes, path) {
  if (!resolve(String(path)).startsWith(dataDir)) return;
  free -= bytes;
  if (free < 0) throw Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

fs.mkdirSync = /** @type {typeof fs.mkdirSync} */ (
  (/** @type {any} */ path, /** @type {any} */ options) => {
    if (!own.existsSync(path)) write('mkdir', 1, path);
    return own.mkdirSync(path, options);
  }
);
fs.writeFileSync = (path, data, options) => {
  write('open', Buffer.byteLength(data) + 1, path);
  own.writeFileSync(path, data, options);
};
fs.writeSync = /** @type {typeof fs.writeSync} */ (
  (/** @type {number} */ fd, /** @type {any} */ data, /** @type {any[]} */ ...rest) => {
    const path = process.platform === 'linux' ? own.readlinkSync(`/proc/self/fd/${fd}`) : dataDir;
    write('write', Number(rest[1] ?? data.length), path);
    return own.writeSync(fd, data, ...rest);
  }
);
syncBuiltinESMExports();
