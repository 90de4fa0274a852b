import { rm } from 'node:fs/promises';
import { atLeast, type Measurement, toMetric } from '../bench/harness.ts';
import { AtSpiReader } from '../e2e/at-spi-reader.ts';
import { clipAsCamera } from '../e2e/camera-clip.ts';
import { openWalkMedia, walkMainPath } from '../e2e/reader-walk.ts';
import { AtSpiBus, findAtSpiProblem } from '../support/at-spi.ts';
import { launchApp, makeProfile } from '../support/launch.ts';

/**
 * The main path as a screen reader on Linux receives it: names, roles and states over AT-SPI, and announcements of
 * changes. It runs once.
 */
export const measurement: Measurement = {
  title: 'A screen reader over AT-SPI',
  needsApp: true,
  run: async ({ note }) => {
    const problem = findAtSpiProblem();
    if (problem !== null) {
      console.error(`Nothing is read: ${problem}.`);
      return [toMetric({ name: 'things that are read', value: 0, unit: '' })];
    }
    const bus = await AtSpiBus.open();
    const media = await openWalkMedia();
    const profileFolder = await makeProfile();
    const { args } = clipAsCamera(media.files.camera);
    const app = await launchApp({ profileFolder, args, env: bus.env });
    const pid = app.app.process().pid ?? 0;
    try {
      const reader = await AtSpiReader.open(bus);
      note('walking the main path');
      await walkMainPath(app.page, async () => reader, media);
      const things = await reader.read();
      return [
        toMetric({
          name: 'things that are read',
          value: things.length,
          unit: '',
          bar: atLeast(50),
        }),
      ];
    } finally {
      // Killed directly, because a normal close would ask first.
      process.kill(pid, 'SIGKILL');
      await app.close();
      await media.close();
      await bus.close();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
