import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { StreamCoding } from '../../src/contract/devices.ts';
import type { ObsStream } from '../../src/devices/obs/obs-link.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';

const messageSchema = z.object({
  port: z.int().optional(),
  grid: z.array(z.number()).optional(),
  readers: z.int().optional(),
});

/** Camera of coded frames in a separate process (`code-camera-entry.ts`), in the form that OBS uses. */
export class CodeCamera implements ObsStream {
  readonly #coding: StreamCoding;
  #child: ChildProcess | null = null;
  #port = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(coding: StreamCoding = 'y4m') {
    this.#coding = coding;
  }

  /** Port that serves the frames; 0 before the first start. */
  get port(): number {
    return this.#port;
  }

  /** Starts the camera, by default on its previous port. */
  async start(port = this.#port): Promise<void> {
    const child = fork(resolveInProject('test/support/code-camera-entry.ts'), [
      String(port),
      this.#coding,
    ]);
    this.#child = child;
    this.#port = (await this.#next(child)).port ?? 0;
  }

  /** Kills the process, as in a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child !== null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }

  async open() {
    const { readers = 0 } = await this.#ask('readers');
    return { port: this.#port, readers };
  }

  async readFields(): Promise<Float32Array | null> {
    const { grid } = await this.#ask('grid');
    return grid === undefined ? null : Float32Array.from(grid);
  }

  async close(): Promise<void> {}

  async #ask(question: string): Promise<z.output<typeof messageSchema>> {
    const child = this.#child;
    if (child === null) {
      return {};
    }
    // One question at a time, because answers carry no id.
    const answer = this.#last.then(async () => {
      const next = this.#next(child);
      child.send(question, () => {});
      return next;
    });
    this.#last = answer;
    return answer;
  }

  async #next(child: ChildProcess): Promise<z.output<typeof messageSchema>> {
    const answer = Promise.withResolvers<unknown>();
    const end = (): void => answer.resolve({});
    child.once('message', answer.resolve);
    child.once('exit', end);
    try {
      return messageSchema.parse(await answer.promise);
    } finally {
      child.off('message', answer.resolve);
      child.off('exit', end);
    }
  }
}
