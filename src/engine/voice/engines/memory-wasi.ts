import { InvariantError } from '../../../base/errors.ts';
/**
 * The subset of WASI preview 1 for command-line programs with files in memory: arguments, one folder, reading and
 * writing. The program has no access to the system. Node's own WASI is experimental, needs files on disk, and in some
 * versions ends the process in long programs.
 */

const errno = { ok: 0, badf: 8, inval: 28, noent: 44, spipe: 70 } as const;
const fileType = { character: 2, folder: 3, file: 4 } as const;
const allRights = 0xffff_ffff_ffff_ffffn;
/** Descriptor of the only folder, after the three standard streams. */
const FOLDER = 3;
const CREATE = 1;
const TRUNCATE = 8;

/** Exit code and output of a run. */
export interface ProgramRun {
  readonly exitCode: number;
  readonly stdout: string;
  /** Returns a file that the program wrote; null without one. Valid until the next run. */
  readFile(name: string): Uint8Array<ArrayBuffer> | null;
}

class MemoryFile {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  write(at: number, bytes: Uint8Array): void {
    const end = at + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, at);
    this.length = Math.max(this.length, end);
  }

  read(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }
}

interface OpenFile {
  readonly file: MemoryFile;
  position: number;
}

class Exit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`The program ended with ${exitCode}.`);
    this.exitCode = exitCode;
  }
}

/** Instantiated program that has not started. */
export interface ReadyProgram {
  /** Runs it once. A trap of the program is thrown unchanged. */
  run(args: readonly string[]): ProgramRun;
}

/** Instantiates a compiled program with its own memory, which takes some 20 ms for 20 MB. */
export function prepareProgram(program: WebAssembly.Module): ReadyProgram {
  const host = new Host();
  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: host.imports });
  const { memory, _start: start } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new InvariantError('The program is no command of WASI.');
  }
  host.memory = memory;
  return {
    run(args) {
      host.begin(args);
      let exitCode = 0;
      try {
        Reflect.apply(start, undefined, []);
      } catch (error) {
        if (!(error instanceof Exit)) {
          throw error;
        }
        exitCode = error.exitCode;
      }
      return {
        exitCode,
        stdout: new TextDecoder().decode(host.stdout.read()),
        readFile: (name) => host.files.get(name)?.read() ?? null,
      };
    },
  };
}

class Host {
  memory: WebAssembly.Memory | null = null;
  readonly stdout = new MemoryFile();
  readonly files = new Map<string, MemoryFile>();
  #args: readonly Uint8Array[] = [];
  readonly #open = new Map<number, OpenFile>([
    [1, { file: this.stdout, position: 0 }],
    [2, { file: new MemoryFile(), position: 0 }],
  ]);
  #nextDescriptor = FOLDER + 1;

  begin(args: readonly string[]): void {
    this.#args = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  }

  readonly imports = {
    args_sizes_get: (countAt: number, sizeAt: number): number => {
      this.#u32(countAt, this.#args.length);
      return this.#u32(
        sizeAt,
        this.#args.reduce((sum, arg) => sum + arg.length, 0),
      );
    },
    args_get: (listAt: number, textAt: number): number => {
      let at = textAt;
      for (const [index, arg] of this.#args.entries()) {
        this.#u32(listAt + 4 * index, at);
        this.#bytes(at, arg.length).set(arg);
        at += arg.length;
      }
      return errno.ok;
    },
    // Constant, so that speech does not depend on the time.
    clock_time_get: (_id: number, _precision: bigint, at: number): number => this.#u64(at, 0n),
    fd_close: (fd: number): number => (this.#open.delete(fd) ? errno.ok : errno.badf),
    fd_fdstat_get: (fd: number, at: number): number => {
      const type =
        fd === FOLDER ? fileType.folder : fd < FOLDER ? fileType.character : fileType.file;
      this.#view().setUint8(at, type);
      this.#view().setUint16(at + 2, 0, true);
      this.#u64(at + 8, allRights);
      return this.#u64(at + 16, allRights);
    },
    fd_fdstat_set_flags: (): number => errno.ok,
    fd_prestat_get: (fd: number, at: number): number => {
      if (fd !== FOLDER) {
        return errno.badf;
      }
      this.#u32(at, 0);
      return this.#u32(at + 4, 1);
    },
    fd_prestat_dir_name: (_fd: number, at: number): number => {
      this.#bytes(at, 1)[0] = '.'.charCodeAt(0);
      return errno.ok;
    },
    fd_read: (fd: number, list: number, count: number, readAt: number): number =>
      this.#eachVector({ fd, list, count, totalAt: readAt }, (open, memory) => {
        const part = open.file.read().subarray(open.position, open.position + memory.length);
        memory.set(part);
        return part.length;
      }),
    fd_write: (fd: number, list: number, count: number, writtenAt: number): number =>
      this.#eachVector({ fd, list, count, totalAt: writtenAt }, (open, memory) => {
        open.file.write(open.position, memory);
        return memory.length;
      }),
    fd_seek: (fd: number, offset: bigint, whence: number, at: number): number => {
      const open = this.#open.get(fd);
      if (open === undefined || fd < FOLDER) {
        return errno.spipe;
      }
      const from = [0, open.position, open.file.length][whence];
      const position = (from ?? -1) + Number(offset);
      if (from === undefined || position < 0) {
        return errno.inval;
      }
      open.position = position;
      return this.#u64(at, BigInt(position));
    },
    path_open: (
      _fd: number,
      _lookup: number,
      pathAt: number,
      pathLength: number,
      flags: number,
      _rights: bigint,
      _inherited: bigint,
      _mode: number,
      descriptorAt: number,
    ): number => {
      const path = new TextDecoder().decode(this.#bytes(pathAt, pathLength).slice());
      const name = path.replace(/^\.\//, '');
      let file = this.files.get(name);
      if (file === undefined) {
        if ((flags & CREATE) === 0) {
          return errno.noent;
        }
        file = new MemoryFile();
        this.files.set(name, file);
      }
      if ((flags & TRUNCATE) !== 0) {
        file.length = 0;
      }
      const descriptor = this.#nextDescriptor;
      this.#nextDescriptor += 1;
      this.#open.set(descriptor, { file, position: 0 });
      return this.#u32(descriptorAt, descriptor);
    },
    proc_exit: (code: number): never => {
      throw new Exit(code);
    },
  };

  #eachVector(
    call: {
      readonly fd: number;
      readonly list: number;
      readonly count: number;
      readonly totalAt: number;
    },
    move: (open: OpenFile, memory: Uint8Array) => number,
  ): number {
    const { fd, list, count, totalAt } = call;
    const open = this.#open.get(fd);
    if (open === undefined && fd !== 0) {
      return errno.badf;
    }
    if (open === undefined) {
      return this.#u32(totalAt, 0);
    }
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const at = this.#view().getUint32(list + 8 * index, true);
      const length = this.#view().getUint32(list + 8 * index + 4, true);
      const moved = move(open, this.#bytes(at, length));
      open.position += moved;
      total += moved;
      if (moved < length) {
        break;
      }
    }
    return this.#u32(totalAt, total);
  }

  /** Views are created per use: growing memory detaches them. */
  #view(): DataView {
    return new DataView(this.#buffer());
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#buffer(), at, length);
  }

  #buffer(): ArrayBuffer {
    if (this.memory === null) {
      throw new InvariantError('The program has not begun.');
    }
    return this.memory.buffer;
  }

  #u32(at: number, value: number): number {
    this.#view().setUint32(at, value, true);
    return errno.ok;
  }

  #u64(at: number, value: bigint): number {
    this.#view().setBigUint64(at, value, true);
    return errno.ok;
  }
}
