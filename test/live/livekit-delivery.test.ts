import { readFileSync } from 'node:fs';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { monaLisa } from '../media/support/stills.ts';
import { describeUnless } from '../support/describe-unless.ts';
import { type BrowserHost, openBrowserHost } from './support/browser-client.ts';
import { openSwapService, type SwapService } from './support/swap-service.ts';

// Workers load networks, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } });

const { LIVEKIT_URL: url = '', LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = process.env;
/** LiveKit sends the playout delay again when the jitter of a connection changes, which takes seconds. */
const watchedFrames = 240;
const camera = { width: 852, height: 480, maxBitrate: 1_500_000, framesPerSecond: 30 };
const image = readFileSync(monaLisa).toString('base64');

describeUnless(url === '' ? 'LIVEKIT_URL names no server' : null, 'a LiveKit server', () => {
  let service: SwapService;
  let browser: BrowserHost;
  beforeAll(async () => {
    service = await openSwapService({
      roomEnv: { LIVEKIT_URL: url, LIVEKIT_API_KEY, LIVEKIT_API_SECRET },
    });
    browser = await openBrowserHost();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await dispose();
  });

  // What freezes one session in three must not pass at a second attempt.
  it.each([1, 2, 3])(
    'goes on delivering the frames of session %i to a page',
    { retry: 0 },
    async () => {
      const { session_token } = await service.openSession();
      const client = await service.connect(session_token);
      client.send({ type: 'session_join', passthrough: false });
      client.send({ type: 'set_image', image_data: image, prompt: 'face only' });
      const { livekit_url, token } = await client.next('room_info');
      const page = await browser.open('current');
      await page.call('join', { url: livekit_url, token });
      await page.call('publishFace', { ...camera, picture: `data:image/jpeg;base64,${image}` });
      const countFrames = async (): Promise<number> => (await page.see()).videos[0]?.frames ?? 0;
      await expect.poll(countFrames).toBeGreaterThan(0);
      const shown = await countFrames();
      await expect.poll(countFrames).toBeGreaterThan(shown + watchedFrames);
      await page.close();
      await client.close();
    },
  );
});
