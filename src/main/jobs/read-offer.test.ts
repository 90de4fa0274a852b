import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import { findMinutePrice, isLiveOffered, readOffer } from './read-offer.ts';

let close = (): void => undefined;
afterEach(() => close());

/** A client of a remote service with a price list of its own. */
async function connectTo(pricing: unknown): Promise<ApiClient> {
  const account = {
    rate_tier: 'gold',
    rate_limit_per_minute: 60,
    max_concurrent_jobs: 2,
    max_image_mb: 45,
    max_audio_mb: 45,
    max_video_mb: 500,
    allowed_output_resolutions_p: [480, 720],
    max_script_chars: 5000,
    max_prompt_chars: 2000,
    max_realtime_minutes: 240,
    max_voice_minutes: 240,
    balance_usd: 7,
    held_usd: 0,
  };
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.endsWith('/pricing') === true ? pricing : account));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return createApiClient({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'k' });
}

it('offers everything at an unknown price where the price list cannot be read', async () => {
  const client = await connectTo({ plans: [{ title: 'Swap', cents: 3 }] });
  const { capabilities, balanceUsd } = await readOffer(client, 'p', () => false);
  expect(balanceUsd).toBe(7);
  expect(capabilities.map(({ feature }) => feature)).toContain('face_swap');
  expect(capabilities.find(({ feature }) => feature === 'face_swap')).toEqual({
    feature: 'face_swap',
    unit: null,
    priceUsd: null,
    minimumUsd: 0,
  });
  const pricing = await client.readPricing();
  expect(isLiveOffered(pricing, 'real_time_swap_full')).toBe(true);
  expect(findMinutePrice(pricing, 'voice_changer')).toBeNull();
});

it('reads prices in an envelope of another service, and offers the listed features', async () => {
  const client = await connectTo([
    { capability: 'face-swap', unit: 'per_second', price: 0.02, minimum_charge: 0.1 },
    { capability: 'voice-changer', unit: 'per_second', price: 0.01, minimum_charge: 0 },
  ]);
  const { capabilities } = await readOffer(client, 'p', () => false);
  expect(capabilities).toEqual([
    { feature: 'face_swap', unit: 'per_second', priceUsd: 0.02, minimumUsd: 0.1 },
  ]);
  const pricing = await client.readPricing();
  expect(isLiveOffered(pricing, 'real_time_swap_full')).toBe(false);
  expect(findMinutePrice(pricing, 'voice_changer')).toBeCloseTo(0.6, 9);
});
