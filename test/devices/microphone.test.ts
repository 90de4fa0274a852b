/** The virtual microphone in its process, with a private sound server. */
import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { AppError } from '../../src/base/errors.ts';
import { PeerHost } from '../../src/base/peer/peer-host.ts';
import { toTableReplySchema } from '../../src/contract/peer-methods.ts';
import {
  soundMethods,
  type SoundMethods,
  type SoundMix,
  type SoundReport,
  soundReportSchema,
} from '../../src/contract/sound-devices.ts';
import { createAudioEndpoint } from '../../src/main/changer/audio-endpoint.ts';
import { VoicePort } from '../../src/main/changer/voice-port.ts';
import { openRoomRelay, type RoomRelay } from '../../src/main/live/room-relay.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { openPipeWireServer, findPipeWireProblem } from '../support/pipewire-server.ts';
import { toForkedPeer } from '../support/forked-peer.ts';
import {
  openSoundServer,
  SOUND_RATE,
  type SoundServer,
  findSoundServerProblem,
} from '../support/sound-server.ts';

const entry = resolveInProject('src', 'devices', 'sound', 'sound-devices-entry.ts');
const mix: SoundMix = {
  isOpen: true,
  isBypassed: false,
  output: { isMuted: false, delayMs: 0 },
  monitor: null,
};

const hosts: PeerHost<SoundMethods>[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.end()));
});

/** Starts the process as main does, with the sound server of these variables. */
function openHost(env: Readonly<Record<string, string>>) {
  const started: ReturnType<typeof toForkedPeer>[] = [];
  const host = new PeerHost<SoundMethods>({
    start: () => {
      const peer = toForkedPeer(entry, toTableReplySchema(soundMethods, soundReportSchema), {
        ...process.env,
        ...env,
      });
      started.push(peer);
      return peer;
    },
    ended: () => new AppError('internal_error', 'The process ended.'),
  });
  hosts.push(host);
  return { host, pid: () => started.at(-1)?.child.pid ?? 0 };
}

/** Stands in for main: returns the received samples, like a changer without an effect. */
function openEcho(relay: RoomRelay): string {
  const port = new VoicePort();
  const endpoint = createAudioEndpoint(relay, port, (samples) => port.play(samples));
  port.begin(0);
  return endpoint.open();
}

function pactl(server: SoundServer, ...args: string[]): string {
  return execFileSync('pactl', args, { env: { ...process.env, ...server.env }, encoding: 'utf8' });
}

/** Half a second of a tone, half a second of nothing. */
function makeTone(hz: number): Float32Array {
  return Float32Array.from({ length: SOUND_RATE }, (_, index) =>
    index < SOUND_RATE / 2 ? 0.3 * Math.sin((2 * Math.PI * hz * index) / SOUND_RATE) : 0,
  );
}

/** Returns the level of a tone in the last seconds of a recording, 0..1. */
function measureTone(samples: Float32Array, hz: number): number {
  let real = 0;
  let imaginary = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const angle = (2 * Math.PI * hz * index) / SOUND_RATE;
    real += (samples[index] ?? 0) * Math.cos(angle);
    imaginary += (samples[index] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / Math.max(1, samples.length);
}

describe('without a sound server', () => {
  it('says that there is none', async () => {
    const { host } = openHost({ PULSE_SERVER: 'unix:/nowhere/native' });
    await expect(host.call('open', {})).rejects.toMatchObject({
      code: 'capability_unavailable',
      details: { service: 'sound-server' },
    });
  });
});

describeUnless(findPipeWireProblem(), 'beside PipeWire', () => {
  it('is listed, passes its self-test, is taken over after a kill and removed', async () => {
    const server = await openPipeWireServer();
    try {
      const { host, pid } = openHost(server.env);
      await host.call('open', {});
      expect(await server.ask('pactl', 'list', 'sources')).toMatch(/Name: guise_microphone\n/);
      expect(await host.call('devices', {})).toMatchObject({ inputs: [], outputs: [] });
      expect((await host.call('test', {})).isHeard).toBe(true);
      process.kill(pid(), 'SIGKILL');
      await expect.poll(() => host.process).toBeNull();
      await host.call('open', {});
      expect(await host.call('remove', {})).toEqual({ modules: 2 });
      expect(await server.ask('pactl', 'list', 'short', 'sources')).not.toContain('guise');
    } finally {
      await server.close();
    }
  });
});

describeUnless(findSoundServerProblem(), 'beside PulseAudio', () => {
  let server: SoundServer;
  let relay: RoomRelay;
  beforeAll(async () => {
    server = await openSoundServer();
    relay = await openRoomRelay();
  });
  afterAll(async () => {
    await relay.close();
    await server.close();
  });
  beforeEach(async () => {
    const { host } = openHost(server.env);
    await host.call('remove', {});
  });

  it('is listed for others at full volume, and never as our own input', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const sources = pactl(server, 'list', 'sources');
    expect(sources).toMatch(/Name: guise_microphone\n\s+Description: Guise Microphone\n/);
    const { inputs, outputs } = await host.call('devices', {});
    expect(inputs.map(({ name }) => name)).toEqual(['test_mouth_mic', 'test_output_mic']);
    expect(outputs.map(({ name }) => name)).toEqual(['test_mouth', 'test_output']);

    pactl(server, 'set-source-volume', 'guise_microphone', '40%');
    await host.call('open', {});
    expect(pactl(server, 'get-source-volume', 'guise_microphone')).toContain('100%');
    expect(await host.call('remove', {})).toEqual({ modules: 2 });
    expect(pactl(server, 'list', 'short', 'sources')).not.toContain('guise');
  });

  it('answers no question with the late answer of one before', async () => {
    const { host, pid } = openHost(server.env);
    await host.call('devices', {});
    const before = pid();
    server.freeze();
    try {
      await expect(host.call('devices', {})).rejects.toMatchObject({
        code: 'capability_unavailable',
      });
      const status = host.call('status', {});
      server.thaw(); // The list of all microphones comes first.
      expect(await status).toEqual({ isThere: false, isRead: false });
    } finally {
      server.thaw();
    }
    expect((await host.call('devices', {})).inputs).toHaveLength(2);
    expect(pid()).toBe(before);
  });

  it('refuses to read itself', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const asked = { socketUrl: openEcho(relay), input: 'guise_microphone', mix };
    await expect(host.call('run', asked)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('passes its self-test, and fails it while it is silenced', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const heard = await host.call('test', {});
    expect(heard.isHeard).toBe(true);
    expect(Math.abs(heard.levelDb ?? 99)).toBeLessThan(3);
    pactl(server, 'set-source-mute', 'guise_microphone', '1');
    expect(await host.call('test', {})).toEqual({ isHeard: false, delayMs: null, levelDb: null });
  });

  it('stops reading after a self-test that could not play', async () => {
    const own = [
      pactl(server, 'load-module', 'module-null-sink', 'sink_name=other'),
      pactl(
        server,
        'load-module',
        'module-remap-source',
        'master=other.monitor',
        'source_name=guise_microphone',
      ),
    ];
    const { host } = openHost(server.env);
    const readers = () =>
      pactl(server, 'list', 'short', 'source-outputs').match(/\n/g)?.length ?? 0;
    const before = readers();
    try {
      await expect(host.call('test', {})).rejects.toMatchObject({
        code: 'not_found',
        details: { device: 'guise_microphone_sink' },
      });
      await expect.poll(readers).toBe(before);
    } finally {
      for (const module of own.toReversed()) {
        pactl(server, 'unload-module', module.trim());
      }
    }
  });

  it('reports an unplugged microphone, and continues with another', async () => {
    const { host, pid } = openHost(server.env);
    await host.call('open', {});
    const before = pid();
    const module = pactl(server, 'load-module', 'module-null-sink', 'sink_name=other').trim();
    const plugged = Promise.withResolvers<void>();
    const running = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'other.monitor', mix },
      { onProgress: () => plugged.resolve() },
    );
    await Promise.race([plugged.promise, running]);
    pactl(server, 'unload-module', module);
    await expect(running).rejects.toMatchObject({
      code: 'not_found',
      details: { device: 'other.monitor' },
    });
    const again = Promise.withResolvers<void>();
    const withdrawn = new AbortController();
    const next = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'test_mouth_mic', mix },
      { signal: withdrawn.signal, onProgress: () => again.resolve() },
    );
    await Promise.race([again.promise, next]);
    withdrawn.abort();
    expect(await next).toBeNull();
    expect(pid()).toBe(before);
  });

  it('runs without a monitor that is gone, which the next mix reports', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const begun = Promise.withResolvers<void>();
    const withdrawn = new AbortController();
    const deaf = { ...mix, monitor: { output: 'unplugged', isMuted: false, delayMs: 0 } };
    const running = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'test_mouth_mic', mix: deaf },
      { signal: withdrawn.signal, onProgress: () => begun.resolve() },
    );
    await Promise.race([begun.promise, running]);
    await expect(host.call('mix', deaf)).rejects.toMatchObject({ code: 'not_found' });
    withdrawn.abort();
    expect(await running).toBeNull();
  });

  it('plays nothing after it was withdrawn while monitoring was being connected', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const players = () => pactl(server, 'list', 'short', 'sink-inputs').match(/\n/g)?.length ?? 0;
    const before = players();
    const begun = Promise.withResolvers<void>();
    const withdrawn = new AbortController();
    const running = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'test_mouth_mic', mix },
      { signal: withdrawn.signal, onProgress: () => begun.resolve() },
    );
    await Promise.race([begun.promise, running]);
    const monitor = { output: 'test_output', isMuted: false, delayMs: 0 };
    const joined = host.call('mix', { ...mix, monitor });
    withdrawn.abort();
    expect(await running).toBeNull();
    await joined;
    await expect.poll(players).toBe(before);
  });

  it('has one voice, also when the one before was withdrawn while it was opened', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    const asked = () => ({ socketUrl: openEcho(relay), input: 'test_mouth_mic', mix });
    const withdrawn = new AbortController();
    const monitored = { ...mix, monitor: { output: 'test_output', isMuted: true, delayMs: 0 } };
    const first = host.call('run', { ...asked(), mix: monitored }, { signal: withdrawn.signal });
    withdrawn.abort();
    let reported = 0;
    const second = host.call('run', asked(), { onProgress: () => void (reported += 1) });
    second.catch(() => undefined);
    expect(await first).toBeNull();
    await expect.poll(() => reported).toBeGreaterThan(0);
    const late = new AbortController();
    const third = host.call('run', asked(), {
      signal: late.signal,
      onProgress: () => late.abort(),
    });
    await expect(third).rejects.toMatchObject({ code: 'at_capacity' });
  });

  it('is muted from its first sample on when it was muted while it was opened', async () => {
    const { host } = openHost(server.env);
    await host.call('open', {});
    server.say(makeTone(440));
    const withdrawn = new AbortController();
    const reports: SoundReport[] = [];
    const running = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'test_mouth_mic', mix },
      {
        signal: withdrawn.signal,
        onProgress: (report) => void reports.push(soundReportSchema.parse(report)),
      },
    );
    await host.call('mix', { ...mix, output: { isMuted: true, delayMs: 0 } });
    const heard = () => reports.filter(({ isPlaying, inPeak }) => isPlaying && inPeak > 0.1);
    await expect.poll(() => heard().length).toBeGreaterThan(20);
    expect(Math.max(...reports.map(({ outPeak }) => outPeak))).toBe(0);
    withdrawn.abort();
    expect(await running).toBeNull();
  });

  it('carries a voice, is silent when muted, and is taken over or removed after its process was killed', async () => {
    const { host, pid } = openHost(server.env);
    await host.call('open', {});
    server.say(makeTone(440));
    const reports: SoundReport[] = [];
    const running = host.call(
      'run',
      { socketUrl: openEcho(relay), input: 'test_mouth_mic', mix },
      { onProgress: (report) => void reports.push(soundReportSchema.parse(report)) },
    );
    running.catch(() => undefined);
    await expect.poll(() => reports.at(-1)?.isPlaying).toBe(true);
    const loudest = () => Math.max(0, ...reports.map(({ outPeak }) => outPeak));
    await expect.poll(loudest).toBeGreaterThan(0.2);
    const recorder = server.record('guise_microphone');
    const lastSeconds = () => recorder().samples.slice(-2 * SOUND_RATE);
    // A gap on a busy machine spreads the tone over the spectrum: two seconds without a gap occur eventually.
    const isToneAlone = () =>
      measureTone(lastSeconds(), 440) > 0.1 && measureTone(lastSeconds(), 1000) < 0.01;
    await expect.poll(isToneAlone, { timeout: 30_000 }).toBe(true);
    expect(await host.call('status', {})).toEqual({ isThere: true, isRead: true });

    await host.call('mix', { ...mix, output: { isMuted: true, delayMs: 0 } });
    await expect.poll(() => measureTone(lastSeconds(), 440)).toBeLessThan(0.001);

    process.kill(pid(), 'SIGKILL');
    await expect(running).rejects.toThrow('The process ended.');
    expect(pactl(server, 'list', 'short', 'sources')).toContain('guise_microphone');
    await host.call('open', {});
    const count = pactl(server, 'list', 'short', 'modules').match(/guise_microphone_sink/g)?.length;
    expect(count).toBe(2);
    expect(await host.call('remove', {})).toEqual({ modules: 2 });
  }, 120_000);
});
