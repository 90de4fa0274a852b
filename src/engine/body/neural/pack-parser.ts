/** Labels parts of a person with a network of the user: SCHP and similar networks with the classes of LIP or ATR. */
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { HumanParserSignature } from '../../packs/recognise/body/parser-signature.ts';
import type { PackSession } from '../../packs/run/pack-session.ts';
import { toFloats, toImageTensor } from '../../packs/run/tensors.ts';
import { type ParsePerson, partLabel } from '../character/part-labels.ts';
import type { PersonView } from '../character/person-view.ts';

/** Mean and standard deviation of the channels, blue first, as SCHP was trained. */
const MEAN = [0.406, 0.456, 0.485] as const;
const DEVIATION = [0.225, 0.224, 0.229] as const;

const { unknown, head, torso, sleeve, trousers, leftArm, rightArm, leftLeg, rightLeg } = partLabel;
/** Labels by class. Upper clothes have sleeves; skirts and dresses go with the torso. */
const labels: Readonly<Record<HumanParserSignature['classes'], readonly number[]>> = {
  // Background, hat, hair, glove, sunglasses, upper clothes, dress, coat, socks, trousers, jumpsuit, scarf, skirt,
  // face, arms, legs, shoes.
  20: [
    unknown,
    head,
    head,
    sleeve,
    head,
    sleeve,
    torso,
    sleeve,
    trousers,
    trousers,
    unknown,
    torso,
    torso,
    head,
    leftArm,
    rightArm,
    leftLeg,
    rightLeg,
    leftLeg,
    rightLeg,
  ],
  // Background, hat, hair, sunglasses, upper clothes, skirt, trousers, dress, belt, shoes, face, legs, arms, bag,
  // scarf.
  18: [
    unknown,
    head,
    head,
    head,
    sleeve,
    torso,
    trousers,
    torso,
    torso,
    leftLeg,
    rightLeg,
    head,
    leftLeg,
    rightLeg,
    leftArm,
    rightArm,
    unknown,
    torso,
  ],
};

/** Creates a function that labels people with a network of the user. */
export function createPackParser(
  { run, facts }: Pick<PackSession, 'run' | 'facts'>,
  signature: HumanParserSignature,
): ParsePerson {
  const { classes, output } = signature;
  return async (view) => {
    const outputs = await run(feedParser(signature, view));
    const tensor = outputs[output];
    const [, , height = 0, width = 0] = tensor?.dims ?? [];
    const scores = toFloats(tensor, classes * height * width, facts.label);
    const labelled = labelCells(scores, width * height, labels[classes]);
    return Uint8Array.from({ length: view.width * view.height }, (_, index) => {
      const { x, y } = toSquare(view, index);
      const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)));
      const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)));
      return labelled[row * width + column] ?? unknown;
    });
  };
}

/** Converts a view to the network's input: the person in the middle of a square, with the mean colour around. */
export function feedParser(
  { image }: HumanParserSignature,
  view: Pick<PersonView, 'width' | 'height' | 'colours'>,
): Record<string, PoolTensor> {
  const { size } = image;
  const values = new Float32Array(size * size * 3);
  const side = Math.max(view.width, view.height);
  for (let at = 0; at < size * size; at += 1) {
    const x = Math.floor((((at % size) + 0.5) / size - 0.5) * side + view.width / 2);
    const y = Math.floor(((Math.floor(at / size) + 0.5) / size - 0.5) * side + view.height / 2);
    if (x >= 0 && y >= 0 && x < view.width && y < view.height) {
      for (let channel = 0; channel < 3; channel += 1) {
        const colour = view.colours[(y * view.width + x) * 3 + 2 - channel] ?? 0;
        values[channel * size * size + at] =
          (colour / 255 - (MEAN[channel] ?? 0)) / (DEVIATION[channel] ?? 1);
      }
    }
  }
  return { [image.name]: toImageTensor(image, values) };
}

/** Returns the position of a pixel's middle in the square, 0..1. */
function toSquare(
  { width, height }: Pick<PersonView, 'width' | 'height'>,
  index: number,
): { readonly x: number; readonly y: number } {
  const side = Math.max(width, height);
  return {
    x: 0.5 + ((index % width) + 0.5 - width / 2) / side,
    y: 0.5 + (Math.floor(index / width) + 0.5 - height / 2) / side,
  };
}

/** Returns the label of the class with the highest score for each cell. */
function labelCells(scores: Float32Array, count: number, labelOf: readonly number[]): Uint8Array {
  return Uint8Array.from({ length: count }, (_, cell) => {
    let best = 0;
    for (let each = 1; each < labelOf.length; each += 1) {
      if ((scores[each * count + cell] ?? 0) > (scores[best * count + cell] ?? 0)) {
        best = each;
      }
    }
    return labelOf[best] ?? unknown;
  });
}
