import type { TextEncoderSignature } from '../recognise/diffusion/diffusion-signature.ts';
import { PROMPT_LENGTH } from '../recognise/diffusion/diffusion-signature.ts';
import type { PackSession } from '../run/pack-session.ts';
import { toFloats } from '../run/tensors.ts';
import type { ClipTokenizer } from './clip-tokenizer.ts';
import { createPortTensor } from './port-tensor.ts';

/** Encoded prompt. */
export interface PromptMeaning {
  /** Embeddings of the tokens, one row each. */
  readonly states: Float32Array<ArrayBuffer>;
  readonly width: number;
  /** Embedding of the whole prompt, in XL models. */
  readonly pooled: Float32Array<ArrayBuffer> | null;
  /** Number of tokens that did not fit. */
  readonly dropped: number;
}

/** Encodes a prompt. */
export type PromptEncoder = (prompt: string, signal?: AbortSignal) => Promise<PromptMeaning>;

interface LoadedEncoder {
  readonly session: Pick<PackSession, 'run' | 'facts'>;
  readonly ports: TextEncoderSignature;
  readonly tokenise: ClipTokenizer;
}

/** Creates the prompt encoder of a model; the rows of two text encoders are concatenated. */
export function createPromptEncoder(encoders: readonly LoadedEncoder[]): PromptEncoder {
  return async (prompt, signal) => {
    const read: { readonly values: Float32Array; readonly width: number }[] = [];
    let pooled: Float32Array<ArrayBuffer> | null = null;
    let dropped = 0;
    for (const { session, ports, tokenise } of encoders) {
      const { ids, dropped: left } = tokenise(prompt);
      dropped = Math.max(dropped, left);
      const feeds = { [ports.ids.name]: createPortTensor(ports.ids, ids, [1, PROMPT_LENGTH]) };
      const outputs = await session.run(feeds, signal);
      // XL models were trained with the layer before the last.
      const layer = encoders.length > 1 ? ports.layers.at(-2) : undefined;
      const tensor = outputs[layer ?? ports.hidden];
      const width = tensor?.dims.at(-1) ?? 0;
      read.push({
        values: toFloats(tensor, PROMPT_LENGTH * width, session.facts.label),
        width,
      });
      if (ports.pooled !== null) {
        const whole = outputs[ports.pooled];
        pooled = toFloats(whole, whole?.dims.at(-1) ?? 0, session.facts.label);
      }
    }
    return { ...joinRows(read), pooled, dropped };
  };
}

function joinRows(parts: readonly { readonly values: Float32Array; readonly width: number }[]): {
  readonly states: Float32Array<ArrayBuffer>;
  readonly width: number;
} {
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const states = new Float32Array(PROMPT_LENGTH * width);
  for (let row = 0, at = 0; row < PROMPT_LENGTH; row += 1) {
    for (const part of parts) {
      states.set(part.values.subarray(row * part.width, (row + 1) * part.width), at);
      at += part.width;
    }
  }
  return { states, width };
}
