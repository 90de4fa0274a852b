/** WebAssembly as the engine uses it, in the page, under Node and in tests. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** By pages of 64 KiB; views of the buffer before are empty afterwards. */
    grow(pages: number): number;
  }
  /** Memory that several threads see. */
  interface SharedMemory {
    readonly buffer: SharedArrayBuffer;
    /** By pages of 64 KiB; another buffer shows what is new. */
    grow(pages: number): number;
  }
  const Memory: {
    readonly prototype: Memory;
    new (size: { initial: number; maximum: number; shared: true }): SharedMemory;
  };
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
