import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import * as z from 'zod';
import { requireChromium } from '../../runtime/chromium/find.ts';
import type { PipeWireServer } from '../support/pipewire-server.ts';
import type { ReadingEnd } from './read-camera.ts';
import type { SeenCode } from './timed-frames.ts';

const readingSchema = z.object({
  label: z.string(),
  width: z.number(),
  height: z.number(),
  seen: z.array(z.object({ code: z.int().nullable(), atCode: z.int() })),
  reopened: z.int(),
});

/** Frames of a camera that a page received. */
export interface CameraReading {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly seen: readonly SeenCode[];
  /** How often the camera was opened anew because no frame came. */
  readonly reopened: number;
}

/** A page in its own browser that reads cameras as video calls do. */
export interface CameraPage {
  /** Reads the camera with this label. Throws the fault, with the available labels. */
  read(label: string, end: ReadingEnd): Promise<CameraReading>;
  close(): Promise<void>;
}

/** Starts Chromium on a display (`DISPLAY`) with the PipeWire of this server, and opens the page. */
export async function openCameraPage(server: PipeWireServer): Promise<CameraPage> {
  const pages = createServer((request, response) => {
    const script = scripts[request.url ?? ''];
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(
      script === undefined
        ? page
        : stripTypeScriptTypes(readFileSync(new URL(script, import.meta.url), 'utf8')),
    );
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    headless: false,
    env: { ...process.env, ...server.env },
    args: [
      '--use-fake-ui-for-media-stream',
      '--enable-features=WebRtcPipeWireCamera',
      '--disable-gpu',
      '--ozone-platform=x11',
    ],
  });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
  await tab.waitForFunction(() => Reflect.has(globalThis, 'readCamera'));
  return {
    async read(label, end) {
      const reading: unknown = await tab.evaluate(
        ([name, until]) => {
          const read = Reflect.get(globalThis, 'readCamera') as (
            name: string,
            until: ReadingEnd,
          ) => Promise<unknown>;
          return read(name, until);
        },
        [label, end] as const,
      );
      return readingSchema.parse(reading);
    },
    async close() {
      await browser.close();
      pages.close();
      pages.closeAllConnections();
    },
  };
}

const scripts: Readonly<Record<string, string>> = {
  '/support/frame-code.ts': '../support/frame-code.ts',
  '/devices/timed-frames.ts': 'timed-frames.ts',
  '/devices/read-camera.ts': 'read-camera.ts',
};

const page = `<!doctype html><title>Camera</title>
<script type="module">
  import { readCamera } from '/devices/read-camera.ts';
  globalThis.readCamera = readCamera;
</script>`;
