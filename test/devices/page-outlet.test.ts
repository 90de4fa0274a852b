import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { drawColourBars } from '../../src/devices/camera/colour-bars.ts';
import { PageOutlet } from '../../src/devices/camera/page/page-outlet.ts';
import { requireChromium } from '../../runtime/chromium/find.ts';
import { findFreePort } from '../support/free-port.ts';

const format = { width: 320, height: 180, rate: 30 };
const path = '0123456789abcdef0123456789abcdef';
/** White, yellow, cyan, green, magenta, red, blue at 75 %. */
const barColours = [
  [191, 191, 191],
  [191, 191, 0],
  [0, 191, 191],
  [0, 191, 0],
  [191, 0, 191],
  [191, 0, 0],
  [0, 0, 191],
] as const;
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) {
    await end();
  }
});

async function openOutlet(size = format) {
  const port = await findFreePort();
  const outlet = new PageOutlet(size);
  await outlet.open(port, path);
  endings.push(() => outlet.close());
  return { outlet, port, base: `http://127.0.0.1:${port}` };
}

describe('the output as a page', () => {
  it('is drawn by a browser, frame after frame, and black when it ends', async () => {
    const { outlet, base } = await openOutlet();
    const browser = await chromium.launch({ executablePath: requireChromium() });
    endings.push(() => browser.close());
    const page = await browser.newPage({ viewport: format });
    await page.goto(`${base}/${path}/`);
    const frame = new Uint8Array(i420Bytes(format)).fill(128);
    let luma = 60;
    const timer = setInterval(() => {
      frame.fill(luma, 0, format.width * format.height);
      outlet.write(frame);
    }, 33);
    endings.push(async () => clearInterval(timer));
    const readGrey = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('canvas')!;
        return canvas.getContext('2d')!.getImageData(9, 9, 1, 1).data[0];
      });
    const expectGrey = async (limitedLuma: number) => {
      const grey = ((limitedLuma - 16) * 255) / 219;
      await expect.poll(readGrey, { timeout: 20_000 }).toBeGreaterThan(grey - 6);
      expect(await readGrey()).toBeLessThan(grey + 6);
    };
    await expectGrey(60);
    luma = 200;
    await expectGrey(200);
    clearInterval(timer);
    await outlet.close();
    await expect.poll(readGrey, { timeout: 10_000 }).toBe(0);
  }, 60_000);

  it('has the colours of the frames, also of large ones', async () => {
    const large = { width: 1280, height: 720, rate: 30 };
    const { outlet, base } = await openOutlet(large);
    const browser = await chromium.launch({ executablePath: requireChromium() });
    endings.push(() => browser.close());
    const page = await browser.newPage({ viewport: large });
    await page.goto(`${base}/${path}/`);
    const bars = drawColourBars(large);
    const timer = setInterval(() => outlet.write(bars), 33);
    endings.push(async () => clearInterval(timer));
    const readBars = () =>
      page.evaluate(() => {
        const context = document.querySelector('canvas')!.getContext('2d')!;
        return [0, 1, 2, 3, 4, 5, 6].map((bar) => [
          ...context.getImageData(91 + 183 * bar, 300, 1, 1).data.subarray(0, 3),
        ]);
      });
    await expect
      .poll(async () => (await readBars())[0]?.[0], { timeout: 20_000 })
      .toBeGreaterThan(180);
    const far = (await readBars()).flatMap((bar, index) =>
      bar.map((value, channel) => Math.abs(value - (barColours[index]?.[channel] ?? 0))),
    );
    expect(far).toHaveLength(21);
    expect(Math.max(...far)).toBeLessThan(5);
  }, 60_000);

  it('begins with a key frame for a reader who comes while a frame is being encoded', async () => {
    const { outlet, port, base } = await openOutlet();
    const frame = new Uint8Array(i420Bytes(format)).fill(128);
    let isWriting = true;
    endings.push(async () => void (isWriting = false));
    const write = (): void => {
      if (isWriting) {
        outlet.write(frame); // Readers in sequence: a frame is nearly always being encoded.
        setImmediate(write);
      }
    };
    const join = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${path}/frames`, { origin: base });
      endings.push(async () => socket.terminate());
      const [first]: unknown[] = await once(socket, 'message');
      return { socket, isKey: Buffer.isBuffer(first) && first[0] === 1 };
    };
    write();
    expect((await join()).isKey).toBe(true);
    for (let count = 0; count < 20; count += 1) {
      const { socket, isKey } = await join();
      expect(isKey).toBe(true);
      socket.close();
      await once(socket, 'close');
    }
  }, 60_000);

  it('gives up a reader that does not read, and sends others no key frames for it', async () => {
    const size = { width: 640, height: 360, rate: 30 };
    const { outlet, port, base } = await openOutlet(size);
    const join = async (): Promise<WebSocket> => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${path}/frames`, { origin: base });
      endings.push(async () => socket.terminate());
      await once(socket, 'open');
      return socket;
    };
    const keys: boolean[] = [];
    (await join()).on('message', (message) => {
      keys.push(Buffer.isBuffer(message) && message[0] === 1);
    });
    (await join()).pause();
    await expect.poll(() => outlet.readerCount).toBe(2);
    // Noise cannot be compressed: it soon fills what the system buffers for a socket.
    const frame = new Uint8Array(i420Bytes(size));
    const timer = setInterval(() => {
      for (let at = 0; at < frame.length; at += 65_536) {
        crypto.getRandomValues(frame.subarray(at, at + 65_536));
      }
      outlet.write(frame);
    }, 33);
    endings.push(async () => clearInterval(timer));
    await expect.poll(() => outlet.readerCount, { timeout: 40_000 }).toBe(1);
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter(Boolean).length).toBeLessThan(5);
  }, 60_000);

  it('refuses clients without the path, or under another host name', async () => {
    const { base, port } = await openOutlet();
    expect((await fetch(`${base}/${path}/`)).status).toBe(200);
    expect((await fetch(`${base}/`)).status).toBe(404);
    expect((await fetch(`${base}/${path.replace('0', '1')}/`)).status).toBe(404);
    expect(
      (await fetch(`http://localhost:${port}/${path}/`).catch(() => null))?.status ?? 404,
    ).toBe(404);
    for (const [url, origin] of [
      [`ws://127.0.0.1:${port}/${path}/frames`, 'https://example.org'],
      [`ws://127.0.0.1:${port}/frames`, base],
    ] as const) {
      const socket = new WebSocket(url, { origin });
      await expect(once(socket, 'open')).rejects.toThrow();
    }
  });

  it('opens twice at once at one port, and closes while it opens', async () => {
    const port = await findFreePort();
    const outlet = new PageOutlet(format);
    endings.push(() => outlet.close());
    const read = async (name: string) =>
      (await fetch(`http://127.0.0.1:${port}/${name}/`).catch(() => null))?.status ?? null;
    await Promise.all([outlet.open(port, 'first'), outlet.open(port, path)]);
    expect([await read('first'), await read(path)]).toEqual([404, 200]);
    await Promise.all([outlet.open(port, path), outlet.close()]);
    expect(await read(path)).toBeNull();
  });

  it('names the port that another program has', async () => {
    const { port } = await openOutlet();
    await expect(new PageOutlet(format).open(port, path)).rejects.toMatchObject({
      code: 'at_capacity',
      details: { port },
    });
  });
});
