import * as fc from 'fast-check';
import type { Extension } from 'werift';
import { expect, it } from 'vitest';
import { PacketHistory } from './packet-history.ts';

interface Kept {
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
  readonly extensions: Extension[];
  repeatedMs: number;
}

const extensions: fc.Arbitrary<Extension[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 14 }),
    payload: fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  }),
  { maxLength: 4 },
);
/** Two places, so that they are taken again. */
const sequences = fc.constantFrom(0, 1024, 2048, 1023, 65_535);
const commands = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('keep' as const),
      sequence: sequences,
      timestamp: fc.nat(0xffff_ffff),
      marker: fc.boolean(),
      size: fc.oneof(fc.nat(60), fc.constantFrom(1294, 1295, 1500)),
      fill: fc.nat(255),
      extensions,
    }),
    fc.record({
      type: fc.constant('take' as const),
      sequence: sequences,
      passedMs: fc.constantFrom(0, 5, 9, 10, 50),
    }),
  ),
  { maxLength: 60 },
);

it('gives back what was kept last in a place, whole, and not twice within 10 ms', () => {
  fc.assert(
    fc.property(commands, (list) => {
      const history = new PacketHistory();
      const model = new Map<number, Kept & { readonly sequence: number }>();
      let nowMs = 0;
      for (const command of list) {
        const { sequence } = command;
        const slot = sequence % 1024;
        if (command.type === 'keep') {
          const { timestamp, marker, size, fill } = command;
          const facts = { timestamp, marker, extensions: command.extensions };
          const payload = Buffer.alloc(size, fill);
          history.store(sequence, { ...facts, payload });
          // The publisher's buffer is used again.
          payload.fill(~fill);
          const bytes = command.extensions.reduce((sum, one) => sum + 2 + one.payload.length, 0);
          if (size > 1294 || bytes > 48) {
            model.delete(slot);
          } else {
            const kept = { ...facts, payload: Buffer.alloc(size, fill) };
            model.set(slot, { ...kept, sequence, repeatedMs: -1000 });
          }
          continue;
        }
        nowMs += command.passedMs;
        const known = model.get(slot);
        const kept = known?.sequence === sequence ? known : undefined;
        expect(history.has(sequence)).toBe(kept !== undefined);
        const taken = history.read(sequence, nowMs);
        if (kept === undefined || nowMs - kept.repeatedMs < 10) {
          expect(taken).toBe(null);
          continue;
        }
        kept.repeatedMs = nowMs;
        const { timestamp, marker, payload } = kept;
        expect(taken).toMatchObject({ timestamp, marker });
        expect(taken?.numbered.readUInt16BE(0)).toBe(sequence);
        expect(taken?.numbered.subarray(2).equals(payload)).toBe(true);
        expect(taken?.extensions).toEqual(kept.extensions);
      }
    }),
  );
});
