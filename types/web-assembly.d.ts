/** WebAssembly as the engine uses it, in the page, under Node and in tests. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBufferLike;
    /** By pages of 64 KiB; another buffer shows it then, and what is left of the one before when it is not shared is empty. */
    grow(pages: number): number;
  }
  /** Memory that several threads see. */
  interface SharedMemory extends Memory {
    readonly buffer: SharedArrayBuffer;
  }
  const Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => Instance;
}
