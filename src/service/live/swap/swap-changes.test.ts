import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../../base/errors.ts';
import type { SwapChange } from '../worker/worker-messages.ts';
import { SwapChanges } from './swap-changes.ts';

/** Output of a worker after some changes; a newer prompt also applies to earlier images. */
interface Shown {
  readonly image: string | null;
  readonly prompt: string | null;
  readonly isPassthrough: boolean | null;
}

const nothing: Shown = { image: null, prompt: null, isPassthrough: null };
const outcome = { warnings: [], mode: null, builtIn: null };

function apply(shown: Shown, change: SwapChange): Shown {
  switch (change.kind) {
    case 'character': {
      const image = Buffer.from(change.image).toString();
      return { ...shown, image, prompt: change.prompt ?? shown.prompt };
    }
    case 'prompt':
      return { ...shown, prompt: change.prompt };
    case 'passthrough':
      return { ...shown, isPassthrough: change.isOn };
  }
}

const prompts = fc.constantFrom('face', 'head', 'body');
const changes: fc.Arbitrary<SwapChange> = fc.oneof(
  fc.record({
    kind: fc.constant('character' as const),
    image: fc.constantFrom('anna', 'bert').map((name) => Buffer.from(name)),
    prompt: fc.option(prompts),
  }),
  fc.record({
    kind: fc.constant('prompt' as const),
    prompt: prompts,
    playsBuiltIn: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('passthrough' as const), isOn: fc.boolean() }),
);

it('brings another worker to the state of the one before, and repeats unanswered changes', async () => {
  const steps = fc.array(
    fc.record({ change: changes, fate: fc.constantFrom('accepted', 'refused', 'open') }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const kept = new SwapChanges();
      let shown = nothing;
      const open: { number: number; change: SwapChange; answered: Promise<unknown> }[] = [];
      for (const { change, fate } of list) {
        const { number, answered } = kept.add(change);
        if (fate === 'accepted') {
          kept.accept(number, outcome);
          shown = apply(shown, change);
          await expect(answered).resolves.toBe(outcome);
        } else if (fate === 'refused') {
          kept.refuse(number, new AppError('face_not_detected', 'No face.'));
          await expect(answered).rejects.toMatchObject({ code: 'face_not_detected' });
        } else {
          open.push({ number, change, answered });
        }
        // An answer of a worker that is gone settles nothing twice.
        kept.accept(fate === 'open' ? -1 : number, outcome);
      }
      const sent = kept.toRepeat();
      const again = sent.filter(({ number }) => number === 0).map(({ change }) => change);
      const start = { ...nothing, isPassthrough: kept.isPassthrough };
      expect(again.reduce(apply, start)).toEqual(shown);
      expect(sent.slice(again.length)).toEqual(
        open.map(({ number, change }) => ({ number, change })),
      );
      kept.cancel();
      for (const { answered } of open) {
        await expect(answered).rejects.toMatchObject({ code: 'cancelled' });
      }
      expect(kept.toRepeat().length).toBe(again.length);
    }),
  );
});
