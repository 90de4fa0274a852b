import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgramProblem } from './display.ts';

const run = promisify(execFile);

/** Sample rate of all sources and recordings, which have one channel. */
export const SOUND_RATE = 48_000;

/** Recorded samples with their start time, which gives the time of each sample. */
export interface Recording {
  readonly samples: Float32Array;
  /** `performance.now()` of the first sample, estimated from arrival times. */
  readonly startMs: number;
}

/** Private sound server with a microphone that plays given samples, and an output that serves as virtual microphone. */
export interface SoundServer {
  /** Environment for programs that should use this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Listed name of the output. */
  readonly outputName: string;
  /** Plays samples into the microphone in a loop until the server is closed. */
  say(samples: Float32Array): void;
  /** Recordings since the start: of the microphone (`mouth`) and of the virtual microphone. */
  readonly heard: { mouth(): Recording; virtual(): Recording };
  /** Records another source from now on, as a program that uses it would. */
  record(source: string): Recorder;
  /** Stops the server, which then answers nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const mouthSink = 'test_mouth';
const outputSink = 'test_output';

const programs = ['pulseaudio', 'pactl', 'parec', 'pacat'];

/** Returns the reason why no server can be started on this machine; null when it can. */
export function findSoundServerProblem(): string | null {
  return findProgramProblem(programs);
}

/** Starts a private PulseAudio server in its own folder. */
export async function openSoundServer(): Promise<SoundServer> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-sound-'));
  const socket = join(folder, 'native');
  const env = {
    PULSE_SERVER: `unix:${socket}`,
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: folder,
  };
  const children: ChildProcess[] = [];
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      // Real-time priority as on desktops, if the system allows it; otherwise the server is the first to lag under
      // load.
      '--realtime=yes',
      '-L',
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ],
    { env: { ...process.env, ...env, HOME: folder }, stdio: 'ignore' },
  );
  children.push(server);
  const pactl = (...args: string[]) => run('pactl', args, { env: { ...process.env, ...env } });
  await untilItAnswers(() => pactl('info'));
  for (const [sink, label] of [
    [mouthSink, 'Mouth'],
    [outputSink, 'Test-Output'],
  ] as const) {
    const properties = `sink_properties=device.description=${label}`;
    const form = ['rate=48000', 'channels=1'];
    await pactl('load-module', 'module-null-sink', `sink_name=${sink}`, ...form, properties);
    await pactl(
      'load-module',
      'module-remap-source',
      `master=${sink}.monitor`,
      `source_name=${sink}_mic`,
      `source_properties=device.description=${label}-Microphone`,
    );
  }
  await pactl('set-default-source', `${mouthSink}_mic`);
  await pactl('set-default-sink', outputSink);
  const record = (source: string): Recorder => {
    const child = spawn('parec', [...raw, '--latency-msec=20', `--device=${source}`], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    return collectOutput(child);
  };
  const mouth = record(`${mouthSink}_mic`);
  const virtual = record(`${outputSink}_mic`);

  return {
    env,
    outputName: 'Test-Output',
    say: (samples) => {
      const path = join(folder, `say-${children.length}.raw`);
      writeFileSync(
        path,
        Int16Array.from(samples, (sample) => Math.round(sample * 32_767)),
      );
      // Seconds of audio are buffered in the server, so that speech does not stop when this process lags.
      const child = spawn(
        'sh',
        [
          '-c',
          'while cat "$0"; do :; done | exec "$@"',
          path,
          'pacat',
          ...raw,
          '--latency-msec=4000',
          `--device=${mouthSink}`,
        ],
        { env: { ...process.env, ...env }, stdio: 'ignore' },
      );
      children.push(child);
    },
    heard: { mouth, virtual },
    record,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    close: async () => {
      for (const child of children.toReversed()) {
        child.kill();
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const raw = ['--raw', '--format=s16le', '--channels=1', `--rate=${SOUND_RATE}`];

/** Returns the recording so far. */
export type Recorder = () => Recording;

/**
 * Collects the output of a recorder. Chunks arrive late, never early, so the earliest arrival determines the start
 * time.
 */
function collectOutput(child: ChildProcess): Recorder {
  const parts: Buffer[] = [];
  let bytes = 0;
  let startMs = Number.POSITIVE_INFINITY;
  child.stdout?.on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    startMs = Math.min(startMs, performance.now() - (1000 * bytes) / 2 / SOUND_RATE);
  });
  return () => {
    const all = Buffer.concat(parts);
    const samples = new Float32Array(Math.floor(all.length / 2));
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = all.readInt16LE(2 * index) / 32_768;
    }
    return { samples, startMs };
  };
}

async function untilItAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await ask();
      return;
    } catch {
      await pause(100); // The server is starting.
    }
  }
  throw new Error('PulseAudio does not answer.');
}
