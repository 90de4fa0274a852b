import { readFileSync } from 'node:fs';
import { dispose } from '@livekit/rtc-node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { SwapServerMessage } from '../../src/contract/api/sockets.ts';
import { plainSettings } from '../../src/engine/live/instructions/live-settings.ts';
import { readInstructions } from '../../src/engine/live/instructions/read-instructions.ts';
import { copyFrame } from '../media/support/tracked-clip.ts';
import { audrey, frankStill, monaLisa, readStill } from '../media/support/stills.ts';
import type { SwapClient } from './support/swap-client.ts';
import { openSwapService, publishStill, type SwapService } from './support/swap-service.ts';

/* Results for a client without any request: only the messages of the specification. */

// Workers load networks, which takes long on a busy machine.
vi.setConfig({
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 120_000 } },
});

let service: SwapService;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  service = await openSwapService();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
});
afterAll(async () => {
  await service.close();
  await dispose();
});

type Message<T extends SwapServerMessage['type']> = Extract<SwapServerMessage, { type: T }>;

/** The answer to the newest message of a kind. */
async function findAck(client: SwapClient, kind: string, count = 1): Promise<Message<'ack'>> {
  const acks = () =>
    client.messages.filter(
      (message): message is Message<'ack'> => message.type === 'ack' && message.for === kind,
    );
  await expect.poll(() => acks().length).toBeGreaterThanOrEqual(count);
  return acks()[count - 1]!;
}

async function join(): Promise<SwapClient> {
  const { session_token: token } = await service.openSession();
  const client = await service.connect(token);
  opened.push(client);
  client.send({ type: 'session_join', passthrough: false });
  return client;
}

const swappedIn = (client: SwapClient): string | undefined =>
  client.messages.findLast(
    (message): message is Message<'stats'> => message.type === 'stats' && message.tracked,
  )?.mode;

it('has a default prompt that parses and lets the picture decide', async () => {
  const { prompt } = await service.openSession();
  expect(prompt).toContain('whole body');
  expect(readInstructions(prompt)).toEqual({ settings: plainSettings, warnings: [] });
});

it('plays the built-in character that a prompt names when the session has no picture', async () => {
  const client = await join();
  client.send({ type: 'prompt', prompt: 'a woman with red hair', enhance_prompt: false });
  expect(await findAck(client, 'prompt')).toMatchObject({ mode: 'body', character: 'Ruby' });
  const camera = await publishStill(client, copyFrame(await readStill(frankStill('02159'))));
  opened.push(camera);
  await expect.poll(() => swappedIn(client)).toBe('body');
  await expect.poll(() => camera.videos[0]?.frames ?? 0).toBeGreaterThan(0);
  // A busy machine may report that it is slow.
  const warned = client.messages.flatMap((message) =>
    message.type === 'warning' ? [message.code] : [],
  );
  expect(warned).not.toContain('no_character');
  expect(warned).not.toContain('not_understood');
  client.send({ type: 'prompt', prompt: 'warmer' });
  expect(await findAck(client, 'prompt', 2)).toMatchObject({ character: 'Maya' });
});

it('shows the body of a full picture, the head of a portrait, and the face on request', async () => {
  const client = await join();
  const send = (picture: string): void =>
    client.send({ type: 'set_image', image_data: readFileSync(picture).toString('base64') });
  send(monaLisa);
  expect(await findAck(client, 'set_image')).toEqual({
    type: 'ack',
    for: 'set_image',
    mode: 'body',
  });
  send(audrey);
  expect(await findAck(client, 'set_image', 2)).toMatchObject({ mode: 'head' });
  client.send({ type: 'prompt', prompt: 'only the face' });
  const { mode, character } = await findAck(client, 'prompt');
  expect([mode, character]).toEqual(['face', undefined]);
});
