import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { loadLibrary } from '../../native/load-library.ts';

/** Operations on a device file; tests provide their own driver. */
export interface DeviceIo {
  /** Opens the device for non-blocking reads and writes. Throws the system's error, with its `code`. */
  open(path: string): number;
  /** Returns 0, or the number of the error (`os.constants.errno`). `argument` is read and filled. */
  ioctl(file: number, request: number, argument: Uint8Array): number;
  /** Returns the number of written bytes. Throws the system's error, with its `code`. */
  write(file: number, bytes: Uint8Array): number;
  close(file: number): void;
}

/** Device files of this system. Throws `capability_unavailable` where the C library is another than glibc. */
export function openDeviceIo(): DeviceIo {
  const { koffi, func } = loadLibrary('libc.so.6');
  const ioctl = func('int ioctl(int, unsigned long, _Inout_ void*)');
  return {
    open: (path) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK),
    ioctl: (file, request, argument) =>
      Number(ioctl(file, request, argument)) < 0 ? koffi.errno() : 0,
    write: (file, bytes) => writeSync(file, bytes),
    close: (file) => closeSync(file),
  };
}
