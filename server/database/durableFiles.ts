import { fdatasyncSync, fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';

/** The options that PGlite passes to a file system, and Emscripten's interface of an open file. */
type ModuleOptions = Parameters<NodeFS['init']>[1];
interface OpenFile {
  readonly nfd: number;
  readonly node: { readonly mode: number };
}
interface EmscriptenModule {
  readonly NODEFS: {
    readonly node_ops: { mknod: (parent: unknown, name: string, mode: number, device: number) => unknown };
    readonly stream_ops: { fsync?: (file: OpenFile) => number };
    doSetAttr(file: unknown, node: unknown, attributes: { mode?: number }, ...how: unknown[]): void;
    convertNodeCode(error: NodeJS.ErrnoException): number;
  };
}

/** Errors of the disk and of permissions. Others, such as a missing file, are normal for PostgreSQL. */
const FAILURES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR']);

const OTHERS = 0o077;
const FILE_TYPE = 0o170000;
const FOLDER = 0o040000;

/**
 * PGlite's files in a folder, with a working fsync. PGlite's own `NodeFS` has none: Emscripten reports success for an
 * fsync that a file system does not implement. `failure` is the last disk error, whose code PostgreSQL's own error
 * omits. All files are private to their owner.
 */
export class DurableFiles extends NodeFS {
  failure: NodeJS.ErrnoException | undefined;

  override async init(pg: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: unknown) => {
        const { NODEFS } = module as EmscriptenModule;
        const convert = NODEFS.convertNodeCode.bind(NODEFS);
        NODEFS.convertNodeCode = (error) => {
          if (FAILURES.has(String(error.code))) this.failure = error;
          return convert(error);
        };
        const make = NODEFS.node_ops.mknod;
        NODEFS.node_ops.mknod = (parent, name, mode, device) => make(parent, name, mode & ~OTHERS, device);
        const change = NODEFS.doSetAttr.bind(NODEFS);
        NODEFS.doSetAttr = (file, node, attributes, ...how) => {
          if (attributes.mode !== undefined) attributes.mode &= ~OTHERS;
          change(file, node, attributes, ...how);
        };
        NODEFS.stream_ops.fsync = ({ nfd, node }) => {
          try {
            // PostgreSQL relies only on a file's data and size, which fdatasync writes; a folder needs fsync.
            if ((node.mode & FILE_TYPE) === FOLDER) fsyncSync(nfd);
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
