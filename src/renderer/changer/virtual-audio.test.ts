import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { openVirtualAudio } from './virtual-audio.ts';

const routing = {
  outputId: null,
  monitorId: null,
  virtual: { input: null, output: { isMuted: false, delayMs: 0 }, monitor: null },
};

/** A virtual microphone whose main answers a change of the mix on command of the test. */
async function openWay(
  mixed: { refusal: AppError | null },
  isLast: () => boolean = () => true,
  requested: string[] = [],
) {
  const events: string[] = [];
  const bridge = {
    call: async (name: string) => {
      requested.push(name);
      if (name === 'microphone.mix' && mixed.refusal !== null) {
        throw mixed.refusal;
      }
      return null;
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const audio = await openVirtualAudio({
    bridge,
    devices: {
      enumerateDevices: async () => [],
      getUserMedia: async () => expect.unreachable(),
    },
    routing,
    events: {
      onFacts: () => undefined,
      onEnded: () => events.push('ended'),
      onRouteLost: () => events.push('route lost'),
    },
    isLast,
  });
  return { audio, events };
}

const broken = new AppError('processing_failed', 'The process of the virtual microphone ended.');
const gone = new AppError('not_found', 'The sound server has no output to listen on.');

it('ends when the microphone was to be silent and may be heard', async () => {
  const muted = await openWay({ refusal: broken });
  muted.audio.open(false);
  await expect.poll(() => muted.events).toEqual(['ended']);

  const routed = await openWay({ refusal: broken });
  const output = { isMuted: true, delayMs: 0 };
  await routed.audio.route({ ...routing, virtual: { ...routing.virtual, output } });
  expect(routed.events).toEqual(['ended']);

  const bypassed = await openWay({ refusal: broken });
  bypassed.audio.bypass(false);
  await expect.poll(() => bypassed.events).toEqual(['ended']);
});

it('goes on without the output for the own ears', async () => {
  const { audio, events } = await openWay({ refusal: gone });
  audio.open(false);
  await expect.poll(() => events).toEqual(['route lost']);
  await expect(audio.route(routing)).rejects.toBe(gone);
  expect(events).toEqual(['route lost']);
});

it('says nothing of a refusal that comes after its end', async () => {
  const mixed: { refusal: AppError | null } = { refusal: null };
  const { audio, events } = await openWay(mixed);
  mixed.refusal = broken;
  const late = audio.route(routing);
  await Promise.all([audio.close(), late]);
  expect(events).toEqual([]);
});

it('does not run when a later opening came while the microphone started', async () => {
  const requested: string[] = [];
  await expect(openWay({ refusal: null }, () => false, requested)).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(requested).toEqual(['microphone.start']);
});
