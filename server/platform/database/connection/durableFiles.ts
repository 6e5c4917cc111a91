import { fdatasyncSync, fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';

/** PGlite passes them to a file system. */
type ModuleOptions = Parameters<NodeFS['init']>[1];
/** What is used here of Emscripten's interface, which has no published types. */
interface OpenFile {
  readonly nfd: number;
  readonly node: { readonly mode: number };
}
interface EmscriptenModule {
  readonly NODEFS: {
    readonly node_ops: { mknod: (parent: unknown, name: string, mode: number, device: number) => unknown };
    readonly stream_ops: { fsync?: (file: OpenFile) => number };
    doSetAttr(file: unknown, node: unknown, attributes: { mode?: number }, ...rest: unknown[]): void;
    convertNodeCode(error: NodeJS.ErrnoException): number;
  };
}

/** Errors of the disk and of permissions. PostgreSQL expects other errors, such as a missing file, in normal operation. */
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR']);

const GROUP_AND_OTHERS = 0o077;
const FILE_TYPE_MASK = 0o170000;
const DIRECTORY = 0o040000;

/**
 * PGlite's files in a folder, with a working fsync. PGlite's `NodeFS` does not implement fsync, and Emscripten then reports
 * success. `lastDiskError` has the system's error code, which the error of PostgreSQL omits. All files are private to their
 * owner.
 */
export class DurableFiles extends NodeFS {
  lastDiskError: NodeJS.ErrnoException | undefined;

  override async init(pg: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => {
        const { NODEFS } = module as EmscriptenModule;
        const convertNodeCode = NODEFS.convertNodeCode.bind(NODEFS);
        NODEFS.convertNodeCode = (error) => {
          if (DISK_ERRORS.has(String(error.code))) this.lastDiskError = error;
          return convertNodeCode(error);
        };
        const mknod = NODEFS.node_ops.mknod;
        NODEFS.node_ops.mknod = (parent, name, mode, device) =>
          mknod(parent, name, mode & ~GROUP_AND_OTHERS, device);
        const doSetAttr = NODEFS.doSetAttr.bind(NODEFS);
        NODEFS.doSetAttr = (file, node, attributes, ...rest) => {
          if (attributes.mode !== undefined) attributes.mode &= ~GROUP_AND_OTHERS;
          doSetAttr(file, node, attributes, ...rest);
        };
        NODEFS.stream_ops.fsync = ({ nfd, node }) => {
          try {
            // PostgreSQL relies only on a file's data and size, which fdatasync writes; a folder needs fsync.
            if ((node.mode & FILE_TYPE_MASK) === DIRECTORY) fsyncSync(nfd);
            else fdatasyncSync(nfd);
            return 0;
          } catch (error) {
            return NODEFS.convertNodeCode(error as NodeJS.ErrnoException);
          }
        };
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}
