import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseSwapClientMessage,
  parseSwapServerMessage,
  parseVoiceServerMessage,
  swapServerMessageSchema,
} from './sockets.ts';
import { decodeVoiceReference, encodeVoiceReference } from './voice-frames.ts';

it('report the exact fault of a refused picture', () => {
  const warning = {
    type: 'warning',
    code: 'input_too_large',
    message: 'Too large.',
    details: { reason: 'file_too_large', max_mb: 45 },
    for: 'set_image',
  };
  expect(parseSwapServerMessage(JSON.stringify(warning))).toEqual(warning);
  const { details: _, ...plain } = warning;
  const odd = { ...plain, details: { reason: ['x'] } };
  expect(parseSwapServerMessage(JSON.stringify(odd))).toEqual(plain);
});

describe('messages of a swap client', () => {
  it('are read with their defaults', () => {
    expect(parseSwapClientMessage('{"type":"session_join"}')).toEqual({
      type: 'session_join',
      passthrough: false,
    });
    expect(parseSwapClientMessage('{"type":"set_image","image_data":"aGk="}')).toEqual({
      type: 'set_image',
      image_data: 'aGk=',
    });
  });

  it.each([
    ['no JSON', '{', 'not JSON'],
    ['an unknown type', '{"type":"dance"}', 'type'],
    ['an unknown field', '{"type":"passthrough","enabled":true,"x":1}', '"x"'],
    [
      'a data: prefix',
      '{"type":"set_image","image_data":"data:image/png;base64,aGk="}',
      'data: prefix',
    ],
    ['a prompt without text', '{"type":"prompt","prompt":""}', 'prompt'],
    ['a wrong type', '{"type":"passthrough","enabled":1}', 'enabled'],
    ['a list', '[]', 'message'],
  ])('are refused with %s', (_, text, named) => {
    expect(() => parseSwapClientMessage(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining(named) as unknown,
      }),
    );
  });
});

describe('messages of a swap service', () => {
  it('are read, with fields of the future dropped', () => {
    const text = '{"type":"room_info","livekit_url":"wss://h","token":"t","region":"x"}';
    expect(parseSwapServerMessage(text)).toEqual({
      type: 'room_info',
      livekit_url: 'wss://h',
      token: 't',
    });
  });

  it('of a type of the future are skipped', () => {
    expect(parseSwapServerMessage('{"type":"hologram","x":1}')).toBeNull();
  });

  it.each(['', '7', '{}', '{"type":"room_info"}'])('are refused as %j', (text) => {
    expect(() => parseSwapServerMessage(text)).toThrow(
      expect.objectContaining({ code: 'bad_reply' }),
    );
  });

  it('are six', () => {
    expect(swapServerMessageSchema.options).toHaveLength(6);
  });
});

describe('the voice changer', () => {
  it('answers with how audio is framed, or with an error', () => {
    const ready = { sample_rate: 16_000, chunk_frames: 2400 };
    expect(parseVoiceServerMessage(JSON.stringify({ ...ready, engine: 'x' }))).toEqual(ready);
    const error = { type: 'error', error: { code: 'unauthorized', message: 'm' } };
    expect(parseVoiceServerMessage(JSON.stringify(error))).toEqual(error);
  });

  it('gets a reference as length and WAV in one message', () => {
    expect([...encodeVoiceReference(Uint8Array.of(9, 8))]).toEqual([0, 0, 0, 2, 9, 8]);
    expect([...encodeVoiceReference(null)]).toEqual([0, 0, 0, 0]);
  });

  it('gets back the WAV that was sent, also out of a larger buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (wav) => {
        const message = encodeVoiceReference(wav);
        const shifted = new Uint8Array(message.length + 7);
        shifted.set(message, 3);
        const view = shifted.subarray(3, 3 + message.length);
        expect(decodeVoiceReference(view)).toEqual(wav);
      }),
    );
    expect(decodeVoiceReference(encodeVoiceReference(null))).toBeNull();
  });

  it.each([
    [[]],
    [[0, 0, 0]],
    [[0, 0, 0, 2]],
    [[0, 0, 0, 2, 1]],
    [[0, 0, 0, 0, 1]],
    [[0, 0, 0, 1, 1, 1]],
  ])('refuses %j', (bytes) => {
    expect(() => decodeVoiceReference(Uint8Array.from(bytes))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });
});
