import { z } from 'zod';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EventSubscription, OBSWebSocket } from 'obs-websocket-js/json';
import { ObsLink } from '../../src/devices/obs/obs-link.ts';
import { readObsSettings } from '../../src/devices/obs/obs-settings.ts';
import { CodeCamera } from '../support/code-camera.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { type ObsProgram, openObs, findObsProblem } from '../support/obs-program.ts';
import {
  openSoundServer,
  SOUND_RATE,
  type SoundServer,
  findSoundServerProblem,
} from '../support/sound-server.ts';

/** Loudness of each channel by input: RMS, peak and peak before OBS's own volume. */
const metersSchema = z.array(
  z.object({ inputName: z.string(), inputLevelsMul: z.array(z.array(z.number())) }),
);

function findMax(levels: readonly (readonly number[])[]): number {
  return Math.max(0, ...levels.flat());
}

/** The virtual microphone of the sound server of the tests. */
const microphone = 'test_mouth_mic';

describeUnless(findObsProblem() ?? findSoundServerProblem(), 'the sound in OBS', () => {
  const camera = new CodeCamera();
  let sound: SoundServer;
  let obs: ObsProgram;
  let link: ObsLink;
  let device: string | null = 'not there';

  beforeAll(async () => {
    sound = await openSoundServer();
    await camera.start();
    obs = await openObs({ env: sound.env });
    link = new ObsLink({
      stream: camera,
      readSettings: () => readObsSettings([obs.configFolder]),
      findMicrophone: () => Promise.resolve(device),
      onStatus: () => {},
      onFailure: (error) => console.error(error),
    });
    await link.connect({ port: null, password: obs.password });
  });

  afterAll(async () => {
    await link?.disconnect();
    await camera.kill();
    await obs?.close();
    await sound?.close();
  });

  it('gets no input for a microphone that the system does not have', async () => {
    await link.setUp();
    // OBS removes the tried input shortly afterwards.
    await vi.waitFor(() => expect(link.status.audioInput).not.toBe('Guise microphone'), {
      timeout: 25_000,
    });
    expect(link.status.isAudioVirtual).toBe(false);
  });

  it('gets an input of the virtual microphone, once, whose meter moves', async () => {
    device = microphone;
    expect(await link.setUp()).toMatchObject({
      audioInput: 'Guise microphone',
      isAudioVirtual: true,
      syncOffsetMs: 0,
    });
    expect(await link.setUp()).toMatchObject({ audioInput: 'Guise microphone' });
    const user = new OBSWebSocket();
    await user.connect(`ws://127.0.0.1:${obs.port}`, obs.password, {
      eventSubscriptions: EventSubscription.InputVolumeMeters,
    });
    let loudest = 0;
    user.on('InputVolumeMeters', ({ inputs }) => {
      for (const { inputName, inputLevelsMul } of metersSchema.parse(inputs)) {
        loudest = Math.max(loudest, inputName === 'Guise microphone' ? findMax(inputLevelsMul) : 0);
      }
    });
    await user.call('SetCurrentProgramScene', { sceneName: 'Guise' });
    sound.say(Float32Array.from({ length: SOUND_RATE }, (_, at) => 0.5 * Math.sin(at * 0.05)));
    await vi.waitFor(() => expect(loudest).toBeGreaterThan(0.2), { timeout: 25_000 });
    await user.disconnect();
  });

  it('is delayed by the measured time, which OBS reports back', async () => {
    expect(await link.setSyncOffset(84)).toMatchObject({ syncOffsetMs: 84 });
    expect(await link.setSyncOffset(-33)).toMatchObject({ syncOffsetMs: -33 });
  });
});
