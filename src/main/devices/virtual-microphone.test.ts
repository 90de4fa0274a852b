import { afterEach, expect, it } from 'vitest';
import type { PeerProcess } from '../../base/peer/port.ts';
import { servePeer } from '../../base/peer/serve-peer.ts';
import type { SoundMix, SoundReport } from '../../contract/sound-devices.ts';
import { VirtualMicrophone } from './virtual-microphone.ts';

const mix: SoundMix = {
  isOpen: true,
  isBypassed: false,
  output: { isMuted: false, delayMs: 0 },
  monitor: null,
};
const muted = { ...mix, isOpen: false };
const report: SoundReport = {
  inPeak: 0,
  outPeak: 0,
  monitorPeak: 0,
  isStreaming: true,
  isPlaying: true,
  delayMs: 20,
  gaps: 0,
  stretchedMs: 0,
  droppedMs: 0,
  chunkMs: 10,
  deviceMs: 10,
  underflows: 0,
  inputName: 'desk',
  realtime: 'none',
};

/** A process of the microphone that starts and ends on command of the test. */
class SoundProcess implements PeerProcess {
  readonly runs: SoundMix[] = [];
  readonly mixes: SoundMix[] = [];
  begin: () => void = () => undefined;
  #toProgram: (message: unknown) => void = () => undefined;
  #toMain: (message: unknown) => void = () => undefined;
  #closed: () => void = () => undefined;

  constructor() {
    servePeer(
      {
        send: (message) => this.#toMain(message),
        onMessage: (listener) => (this.#toProgram = listener),
      },
      {
        run: (requested: { readonly mix: SoundMix }, context) => {
          this.runs.push(requested.mix);
          this.begin = () => context.report(report);
          return new Promise(() => undefined);
        },
        mix: (requested: SoundMix) => {
          this.mixes.push(requested);
          return new Promise(() => undefined);
        },
      },
      { isConcurrent: true },
    );
  }

  send(message: object): void {
    this.#toProgram(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#toMain = listener;
  }

  onClosed(listener: () => void): void {
    this.#closed = listener;
  }

  startTimer(): () => void {
    return () => undefined;
  }

  end(): void {
    this.#closed();
  }

  async kill(): Promise<void> {
    this.#closed();
  }
}

const microphones: VirtualMicrophone[] = [];
afterEach(() => {
  for (const microphone of microphones.splice(0)) {
    microphone.rest();
  }
});

/** A voice that goes out. */
async function openVoice() {
  const processes: SoundProcess[] = [];
  const emitted: string[] = [];
  const microphone = new VirtualMicrophone({
    fork: () => {
      const process = new SoundProcess();
      processes.push(process);
      return process;
    },
    openSocket: () => 'ws://127.0.0.1:1/x',
    emit: (name) => void emitted.push(name),
    log: () => undefined,
  });
  microphones.push(microphone);
  const begun = microphone.calls['microphone.run']({ input: null, mix });
  await expect.poll(() => processes[0]?.runs).toEqual([mix]);
  processes[0]?.begin();
  await begun;
  return { microphone, processes, emitted };
}

it('goes on muted when its process ends while it is being muted', async () => {
  const { microphone, processes, emitted } = await openVoice();
  const mixed = microphone.calls['microphone.mix'](muted);
  await expect.poll(() => processes[0]?.mixes).toEqual([muted]);
  processes[0]?.end();
  await expect(mixed).resolves.toBeNull();
  await expect.poll(() => processes[1]?.runs).toEqual([muted]);
  expect(emitted).not.toContain('microphone.ended');
});

it('is muted when that was asked while another process opened its voice', async () => {
  const { microphone, processes } = await openVoice();
  processes[0]?.end();
  await expect.poll(() => processes[1]?.runs).toEqual([mix]);
  void microphone.calls['microphone.mix'](muted);
  await expect.poll(() => processes[1]?.mixes).toEqual([muted]);
  processes[1]?.begin();
  await expect.poll(() => processes[1]?.mixes).toEqual([muted, muted]);
});
