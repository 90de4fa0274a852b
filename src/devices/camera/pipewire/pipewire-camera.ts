/**
 * A camera of PipeWire: a node `Video/Source` of our own, without root and without a kernel module. libpipewire is
 * called directly; its thread calls back on Node's, and everything here runs there.
 *
 *   searching ──a server takes the node──▶ shown
 *       ▲  every second                      │ the server has ended
 *       └────────────────────────────────────┘
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CameraFormat, CameraRemedy } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import { LibPipeWire } from './libpipewire.ts';
import { type PipeWireCameraName, PipeWireNode } from './pipewire-node.ts';

/** Search interval while there is no server. */
const EVERY_MS = 1000;

/** See the head of the file. One for a process. */
export class PipeWireCamera implements CameraSink {
  readonly #openNode: () => Promise<PipeWireNode | null>;
  readonly #closing = new AbortController();
  #node: PipeWireNode | null = null;
  /** Frames that readers got of servers before this one. */
  #writtenBefore = 0;
  #work: Promise<void> = Promise.resolve();

  private constructor(format: CameraFormat, name: PipeWireCameraName) {
    const lib = new LibPipeWire();
    this.#openNode = () => PipeWireNode.open(lib, format, name);
  }

  /**
   * Opens the camera; resolves as soon as other programs see it, or without a server, which it waits for. Throws
   * `capability_unavailable` without libpipewire.
   */
  static async open(format: CameraFormat, name: PipeWireCameraName): Promise<PipeWireCamera> {
    const camera = new PipeWireCamera(format, name);
    camera.#node = await camera.#openNode();
    camera.#work = camera.#stay();
    return camera;
  }

  /** What is missing while no program can see it; null for nothing. */
  get remedy(): CameraRemedy | null {
    return this.#node === null ? 'pipewire_missing' : null;
  }

  get written(): number {
    return this.#writtenBefore + (this.#node?.written ?? 0);
  }

  get isRead(): boolean {
    return this.#node?.isRead === true;
  }

  write(frame: Uint8Array): void {
    this.#node?.write(frame);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#leave(), this.#work]);
  }

  /** Opens the node again whenever the server has ended. */
  async #stay(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#node?.ended;
      await this.#leave();
      // The search alone keeps no process alive.
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      this.#node = signal.aborted ? null : await this.#openNode();
    }
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const node = this.#node;
    this.#node = null;
    if (node !== null) {
      this.#writtenBefore += node.written;
      await node.close();
    }
  }
}
