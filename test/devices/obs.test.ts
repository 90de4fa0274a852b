import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ObsStatus } from '../../src/contract/obs.ts';
import { ObsConnection } from '../../src/devices/obs/obs-connection.ts';
import { ObsLink } from '../../src/devices/obs/obs-link.ts';
import { setUpObs } from '../../src/devices/obs/obs-setup.ts';
import { readObsSettings } from '../../src/devices/obs/obs-settings.ts';
import { CodeCamera } from '../support/code-camera.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { readShown, readShownCode } from './shown-code.ts';
import { type ObsProgram, openObs, findObsProblem } from '../support/obs-program.ts';

describeUnless(findObsProblem(), 'OBS', () => {
  const camera = new CodeCamera();
  const reported: ObsStatus[] = [];
  let obs: ObsProgram;
  let link: ObsLink;
  let settingsBefore = '';

  beforeAll(async () => {
    await camera.start();
    obs = await openObs();
    settingsBefore = await readSettings(obs);
    link = new ObsLink({
      stream: camera,
      readSettings: () => readObsSettings([obs.configFolder]),
      findMicrophone: () => Promise.resolve(null),
      onStatus: (status) => reported.push(status),
      onFailure: (error) => console.error(error),
    });
  });

  afterAll(async () => {
    await link?.disconnect();
    await camera.kill();
    await obs?.close();
  });

  it('asks for the password, and reports a wrong one', async () => {
    expect(await link.connect({ port: null, password: null })).toMatchObject({
      state: 'needs_setup',
      remedy: 'enter_password',
      port: obs.port,
      hasPassword: false,
    });
    expect(await link.connect({ port: null, password: 'wrong' })).toMatchObject({
      remedy: 'correct_password',
      hasPassword: true,
    });
  });

  it('connects, and reports that scene and input are missing', async () => {
    expect(await link.connect({ port: null, password: obs.password })).toMatchObject({
      state: 'needs_setup',
      remedy: 'set_up',
      version: expect.stringMatching(/^\d+\.\d+/),
      scene: null,
      input: null,
    });
  });

  it('sets up scene and input, and shows the frames that are sent', async () => {
    expect(await link.setUp()).toMatchObject({ scene: 'Guise', input: 'Guise camera' });
    await untilCode(obs, 'Guise camera');
    await until(() => expect(link.status).toMatchObject({ state: 'in_use', readers: 1 }));
    const { verdict, image } = await link.test();
    expect(verdict).toBe('ours');
    expect([...image.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  it('sets up nothing twice, also when scene and input were renamed', async () => {
    const user = await ObsConnection.open(obs);
    await user.call('SetInputName', { inputName: 'Guise camera', newInputName: 'My other me' });
    await user.call('SetSceneName', { sceneName: 'Guise', newSceneName: 'Gaming' });
    expect(await link.setUp()).toMatchObject({ scene: 'Gaming', input: 'My other me' });
    const { inputs } = await user.call('GetInputList');
    const { scenes } = await user.call('GetSceneList');
    expect(inputs).toHaveLength(1);
    expect(scenes).toHaveLength(2);
    user.close();
  });

  it('reports that OBS has no virtual camera', async () => {
    expect(link.status.virtualCamera).toBe('unavailable');
    await expect(link.setVirtualCamera(true)).rejects.toMatchObject({
      code: 'capability_unavailable',
    });
  });

  it('shows frames again after our process was killed, on the same port and on another', async () => {
    await camera.kill();
    await untilBlack(obs, 'My other me');
    await camera.start();
    await untilCode(obs, 'My other me');
    await camera.kill();
    await camera.start(0);
    await untilCode(obs, 'My other me');
  });

  it('connects again after OBS was killed', async () => {
    await untilSaved(obs, 'My other me');
    await obs.kill();
    await until(() => expect(link.status.remedy).toBe('start_obs'));
    await obs.start();
    await until(() => expect(link.status).toMatchObject({ state: 'in_use', input: 'My other me' }));
    await untilCode(obs, 'My other me');
  });

  it('shows frames as H.264, where it cannot read raw ones', async () => {
    await link.disconnect();
    const coded = new CodeCamera('h264');
    await coded.start();
    try {
      const user = await ObsConnection.open(obs);
      await setUpObs(user, { port: coded.port, coding: 'h264' }, null);
      user.close();
      await untilCode(obs, 'My other me');
    } finally {
      await coded.kill();
    }
  });

  it('left the settings of OBS alone', async () => {
    expect(await readSettings(obs)).toBe(settingsBefore);
  });
});

function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 25_000 });
}

/** The settings of its server. */
async function readSettings({ configFolder }: ObsProgram): Promise<string> {
  const text = await readFile(join(configFolder, 'global.ini'), 'utf8');
  return text.slice(text.indexOf('[OBSWebSocket]')).split(/\n\[/)[0]?.trim() ?? '';
}

/** Waits until OBS shows a new frame of the camera. */
async function untilCode(program: ObsProgram, input: string): Promise<void> {
  const obs = await ObsConnection.open(program);
  let first: number | null = null;
  await until(async () => {
    first ??= await readShownCode(obs, input);
    expect(first).not.toBeNull();
    expect(await readShownCode(obs, input)).toBeGreaterThan(first ?? 0);
  });
  obs.close();
}

async function untilBlack(program: ObsProgram, input: string): Promise<void> {
  const obs = await ObsConnection.open(program);
  await until(async () =>
    expect((await readShown(obs, input)).rgb.every((value) => value === 0)).toBe(true),
  );
  obs.close();
}

/** Waits until OBS has written its scenes, which it does a moment after they changed. */
async function untilSaved({ configFolder }: ObsProgram, input: string): Promise<void> {
  const path = join(configFolder, 'basic', 'scenes', 'Untitled.json');
  await until(async () => {
    expect((await stat(path)).size).toBeGreaterThan(0);
    expect(await readFile(path, 'utf8')).toContain(input);
  });
}
