import { describe, expect, it } from 'vitest';
import { readProtobuf } from './protobuf-reader.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

describe('protocol buffers', () => {
  it('read the written values', () => {
    const message = new ProtobufWriter()
      .integer(1, 300)
      .integer(2, -1)
      .float(3, 0.5)
      .text(16, 'ä')
      .message(5, new ProtobufWriter().integer(1, 7))
      .finish();
    const fields = [...readProtobuf(message)];
    expect(fields.slice(0, 3)).toEqual([
      { field: 1, kind: 'integer', integer: 300n },
      { field: 2, kind: 'integer', integer: 2n ** 64n - 1n },
      { field: 3, kind: 'float', float: 0.5 },
    ]);
    const [text, inner] = fields.slice(3);
    expect(text?.field).toBe(16);
    expect(text?.kind === 'bytes' && new TextDecoder().decode(text.bytes)).toBe('ä');
    expect(inner?.kind === 'bytes' && [...readProtobuf(inner.bytes)]).toEqual([
      { field: 1, kind: 'integer', integer: 7n },
    ]);
  });

  it('take known bytes from the documentation of the format', () => {
    expect([...new ProtobufWriter().integer(1, 150).finish()]).toEqual([0x08, 0x96, 0x01]);
    expect([...new ProtobufWriter().text(2, 'testing').finish().subarray(0, 2)]).toEqual([0x12, 7]);
  });

  it.each([
    ['a number without an end', [0x08, 0xff]],
    ['a text that is cut off', [0x12, 9, 65]],
    ['a number of eleven bytes', [0x08, ...Array.from({ length: 10 }, () => 0xff), 1]],
    ['an unknown type', [0x0b]],
  ])('refuse %s', (_, bytes) => {
    expect(() => [...readProtobuf(Uint8Array.from(bytes))]).toThrow(
      expect.objectContaining({ code: 'unsupported_format' }),
    );
  });
});
