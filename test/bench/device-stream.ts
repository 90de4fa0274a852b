import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { i420Bytes, monotonicMs } from '../../src/contract/frame-link.ts';
import { ObsConnection } from '../../src/devices/obs/obs-connection.ts';
import { ObsLink } from '../../src/devices/obs/obs-link.ts';
import { readObsSettings } from '../../src/devices/obs/obs-settings.ts';
import { readShownCode } from '../devices/shown-code.ts';
import { CodeCamera } from '../support/code-camera.ts';
import { codeAt } from '../support/frame-code.ts';
import { type ObsProgram, openObs, findObsProblem } from '../support/obs-program.ts';
import { atMost, type Metric, toMetric } from './harness.ts';
import { median, percentile } from './statistics.ts';

const FRAMES = 300;
const WARM_UP = 30;
const RATE = 30;
const frameSize = i420Bytes({ width: 1280, height: 720 });

/**
 * Measures the stream for OBS: from the write of a frame to its last byte in another process, and in OBS itself when
 * installed.
 */
export async function measureStream(note: (text: string) => void): Promise<Metric[]> {
  note('frames over TCP');
  const own = await timeFrames('y4m', 'FRAME\n'.length);
  const bare = await timeFrames('bare', 0);
  const metrics = [
    toMetric({
      name: 'stream for OBS, 720p30, write to reader, p50',
      value: median(own.delaysMs),
      unit: 'ms',
      reference: median(bare.delaysMs),
      bar: atMost(5),
    }),
    toMetric({
      name: 'stream for OBS, 720p30, write to reader, p95',
      value: percentile(own.delaysMs, 0.95),
      unit: 'ms',
      reference: percentile(bare.delaysMs, 0.95),
    }),
    toMetric({
      name: 'stream for OBS, processor time of a frame',
      value: own.cpuMs,
      unit: 'ms',
      reference: bare.cpuMs,
    }),
  ];
  const missing = findObsProblem();
  if (missing !== null) {
    note(`without OBS: ${missing}`);
    return metrics;
  }
  return [...metrics, ...(await measureObs(note))];
}

async function timeFrames(
  mode: 'y4m' | 'bare',
  markBytes: number,
): Promise<{ readonly delaysMs: number[]; readonly cpuMs: number }> {
  const child = fork(resolveInProject('test/bench/stream-child.ts'), [mode]);
  const { port = 0 } = await readMessage(child);
  const socket = connect(port, '127.0.0.1');
  const delaysMs: number[] = [];
  const step = markBytes + frameSize;
  const head = Buffer.alloc(markBytes + 8);
  let skip = mode === 'y4m';
  let got = 0;
  socket.on('data', (data: Buffer) => {
    let at = 0;
    if (skip) {
      at = data.indexOf('\n') + 1; // The header of the stream comes first, and whole.
      skip = false;
    }
    while (at < data.length) {
      const size = Math.min(step - got, data.length - at);
      if (got < head.length) {
        data.copy(head, got, at, at + size);
      }
      got += size;
      at += size;
      if (got === step) {
        delaysMs.push(monotonicMs(process.hrtime.bigint()) - head.readDoubleBE(markBytes));
        got = 0;
      }
    }
  });
  while (delaysMs.length < FRAMES + WARM_UP) {
    await pause(50);
  }
  const answer = readMessage(child);
  child.send('usage');
  const { cpuMs = 0, count = 1 } = await answer;
  socket.destroy();
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return { delaysMs: delaysMs.slice(WARM_UP), cpuMs: cpuMs / count };
}

const messageSchema = z.object({
  port: z.int().optional(),
  cpuMs: z.number().optional(),
  count: z.int().optional(),
});

async function readMessage(child: ChildProcess): Promise<z.output<typeof messageSchema>> {
  const [message] = await once(child, 'message');
  return messageSchema.parse(message);
}

async function measureObs(note: (text: string) => void): Promise<Metric[]> {
  note('OBS');
  const camera = new CodeCamera();
  await camera.start();
  const obs = await openObs();
  const link = new ObsLink({
    stream: camera,
    readSettings: () => readObsSettings([obs.configFolder]),
    findMicrophone: () => Promise.resolve(null),
    onStatus: () => {},
    onFailure: () => {},
  });
  try {
    await link.connect({ port: null, password: obs.password });
    await link.setUp();
    await untilNewCode(obs);
    const agesMs = await readAges(obs);
    await camera.kill();
    await pause(1000);
    await camera.start();
    const ourRestartMs = await untilNewCode(obs);
    await obs.kill();
    await obs.start();
    const obsRestartMs = await untilTrue(() => link.status.state === 'in_use');
    return [
      toMetric({ name: 'OBS shows a frame after, p50', value: median(agesMs), unit: 'ms' }),
      toMetric({
        name: 'OBS shows frames again after our restart',
        value: ourRestartMs,
        unit: 'ms',
        bar: atMost(2000),
      }),
      toMetric({
        name: 'OBS reads frames again after its own restart',
        value: obsRestartMs,
        unit: 'ms',
        bar: atMost(2000),
      }),
    ];
  } finally {
    await link.disconnect();
    await camera.kill();
    await obs.close();
  }
}

/** Reads the ages of frames in screenshots. A screenshot takes time itself; the resolution is one frame. */
async function readAges(program: ObsProgram): Promise<number[]> {
  const obs = await ObsConnection.open(program);
  const agesMs: number[] = [];
  for (let shot = 0; shot < 60; shot += 1) {
    const code = await readShownCode(obs, 'Guise camera');
    if (code !== null) {
      agesMs.push(((codeAt(Date.now(), RATE) - code) * 1000) / RATE);
    }
    await pause(37);
  }
  obs.close();
  return agesMs;
}

/** Measures the time until OBS shows a frame made now. */
async function untilNewCode(program: ObsProgram): Promise<number> {
  const obs = await ObsConnection.open(program);
  const first = Math.ceil(codeAt(Date.now(), RATE));
  const durationMs = await untilTrue(async () => {
    const code = await readShownCode(obs, 'Guise camera');
    return code !== null && code >= first;
  });
  obs.close();
  return durationMs;
}

async function untilTrue(check: () => boolean | Promise<boolean>): Promise<number> {
  const startedAtMs = performance.now();
  while (!(await check())) {
    await pause(10);
  }
  return performance.now() - startedAtMs;
}
