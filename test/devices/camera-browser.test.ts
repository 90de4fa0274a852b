import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FrameLinkAddress } from '../../src/contract/frame-link.ts';
import { openCameraPortal, findCameraPortalProblem } from '../support/camera-portal.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { type Display, findProgram, openDisplay } from '../support/display.ts';
import {
  openPipeWireServer,
  type PipeWireServer,
  findPipeWireProblem,
} from '../support/pipewire-server.ts';
import { type CameraPage, openCameraPage } from './camera-page.ts';
import { type CamerasChild, openCamerasChild } from './cameras-child.ts';
import { startCodeSender } from './code-sender.ts';
import { countArrivals } from './timed-frames.ts';

const format = { width: 1280, height: 720, rate: 30 };
const hasDisplay = (process.env['DISPLAY'] ?? '') !== '' || findProgram('Xvfb') !== null;
const missing =
  findPipeWireProblem() ?? findCameraPortalProblem() ?? (hasDisplay ? null : 'there is no display');

describeUnless(missing, 'the camera in a browser', () => {
  let display: Display;
  let server: PipeWireServer;
  let cameras: CamerasChild;
  let page: CameraPage;
  let link: FrameLinkAddress;

  beforeAll(async () => {
    display = await openDisplay();
    server = await openPipeWireServer({ DISPLAY: display.name });
    await openCameraPortal(server);
    cameras = openCamerasChild(server.env);
    ({ link } = await cameras.host.call('open', { format, name: 'Guise Camera' }));
    await cameras.host.call('change', { isPublished: true });
    page = await openCameraPage(server);
  }, 120_000);

  afterAll(async () => {
    await page?.close();
    await cameras?.host.end();
    await server?.close();
    await display?.close();
  });

  it('is listed under its name, and delivers frames of a live worker complete and in order', async () => {
    const sender = startCodeSender('linked', format, link);
    const reading = await page.read('Guise Camera', { durationMs: 30_000, codes: 60 });
    const arrivals = countArrivals(await sender.stop(), reading.seen);
    if (reading.reopened > 0) {
      // Which side stood still: a camera in use whose count of frames grows was not read.
      const { sinks } = await cameras.host.call('status', {});
      console.warn(`The page opened the camera anew (${reading.reopened}):`, sinks);
    }
    expect(reading).toMatchObject({ label: 'Guise Camera', width: 1280, height: 720 });
    expect(arrivals.disordered).toBe(0);
    expect(arrivals.unique).toBeGreaterThan(30);
  }, 120_000);
});
