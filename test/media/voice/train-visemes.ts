/**
 * Trains the network that finds visemes in audio on speech of our own synthesisers, whose visemes are known, and writes
 * it with its score on unknown voices to `resources/voices/viseme-network.json`; some 20 minutes on one core.
 * `--continue` starts from the weights in the repository and averages with them. `--evaluate` only prints their scores,
 * voice by voice, quiet, in noisy rooms, with other voices and words, and with a known script; `--tune` prints the
 * scores of other costs of the most likely path, on separate voices:
 * node test/media/voice/train-visemes.ts [--continue | --evaluate | --tune]
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { visemes } from '../../../src/engine/voice/viseme.ts';
import { usualPathCosts } from '../../../src/engine/voice/visemes/find-visemes.ts';
import {
  readVisemeWeights,
  type VisemeWeights,
} from '../../../src/engine/voice/visemes/viseme-network.ts';
import { createRandom } from '../../support/random.ts';
import { freshVoices, lastVoices, tuningVoices, unheardVoices } from './viseme-speech.ts';
import {
  judgeVoices,
  printAlignment,
  printCosts,
  printScores,
  scoreSpeech,
  type VoiceScore,
} from './viseme-training/evaluate-visemes.ts';
import { NetworkTrainer } from './viseme-training/network-trainer.ts';
import { speakTraining, type TrainingGroup } from './viseme-training/training-speech.ts';
import { findUsual, TrainingSet } from './viseme-training/training-set.ts';

/** Number of passes over each 10 ms of speech. */
const rounds = Number(process.env['ROUNDS'] ?? 16);
const isContinued = process.argv.includes('--continue');
const stretches = 12;
/** Length of each section, in 10 ms. */
const told = 48;
/** Lower rate for weights that are already trained. */
const firstRate = isContinued ? 5e-4 : 1.5e-3;
const lastRate = 2e-5;
/** Share of what was learnt last in the weights when training continues: their mean knows more voices. */
const newShare = 0.7;
/** Share of the steps in which the rate rises. */
const warmUp = 0.03;

/** Another seed speaks other words with other speakers: what to continue on. */
const random = createRandom(Number(process.env['SEED'] ?? 20_261));
const engines = { flite: await openFlite(), espeak: await openEspeak() };
if (process.argv.includes('--evaluate')) {
  printScores(await judgeVoices(engines, unheardVoices));
  printScores(await judgeVoices(engines, unheardVoices, { isNoisy: true }));
  printScores(await judgeVoices(engines, lastVoices));
  printScores(await judgeVoices(engines, freshVoices));
  await printAlignment(engines, unheardVoices);
} else if (process.argv.includes('--tune')) {
  printCosts(await judgeVoices(engines, tuningVoices));
} else {
  await train();
}

async function train(): Promise<void> {
  const set = await readTrainingSet();
  const trainer = new NetworkTrainer(stretches, told, random);
  if (isContinued) {
    trainer.startFrom(readVisemeWeights().layers);
  }
  const steps = Math.ceil((rounds * set.length) / (stretches * told));
  let loss = 0;
  for (let step = 0; step < steps; step += 1) {
    const progress = step / steps;
    const fallen = lastRate + 0.5 * (firstRate - lastRate) * (1 + Math.cos(Math.PI * progress));
    loss += trainer.learn(set.drawBatch(stretches, told), Math.min(1, progress / warmUp) * fallen);
    if ((step + 1) % 500 === 0) {
      console.log(`${String(step + 1)} of ${String(steps)}: ${(loss / 500).toFixed(3)}`);
      loss = 0;
    }
  }
  await writeNetwork(set, trainer);
}

async function readTrainingSet(): Promise<TrainingSet> {
  const groups: TrainingGroup[] = [];
  for await (const group of speakTraining(engines, random)) {
    groups.push(group);
  }
  const set = new TrainingSet(findUsual(groups.map((group) => group.slice(0, 1))), random);
  for (const group of groups) {
    set.addGroup(group);
  }
  console.log(`${String(set.length / 100)} s of speech`);
  return set;
}

async function writeNetwork(set: TrainingSet, trainer: NetworkTrainer): Promise<void> {
  const layers = isContinued ? mixWeights(trainer.readWeights()) : trainer.readWeights();
  const weights: VisemeWeights = { usual: set.usual, layers };
  const follows = set.readFollows();
  const score: Record<string, VoiceScore> = {};
  for (const [name, speech] of await judgeVoices(engines, unheardVoices, { weights })) {
    score[name] = scoreSpeech(speech, { ...usualPathCosts, follows });
  }
  console.table(score);
  const path = join(import.meta.dirname, '../../../resources/voices/viseme-network.json');
  const bytes = Buffer.concat(layers.map(toHalves)).toString('base64');
  const model = { visemes, score, usual: set.usual, follows, weights: bytes };
  await writeFile(path, `${JSON.stringify(model, null, 1)}\n`);
}

/** Averages with the weights from before (Wortsman et al. 2022). */
function mixWeights(layers: readonly Float32Array[]): Float32Array[] {
  const before = readVisemeWeights().layers;
  return layers.map((layer, index) =>
    layer.map((value, at) => newShare * value + (1 - newShare) * before[index]![at]!),
  );
}

function toHalves(weights: Float32Array): Buffer {
  const halves = new DataView(new ArrayBuffer(weights.length * 2));
  weights.forEach((weight, index) => halves.setUint16(index * 2, toHalf(weight), true));
  return Buffer.from(halves.buffer);
}

/** Bits of the nearest half-precision number. */
function toHalf(value: number): number {
  const size = Math.min(65_504, Math.abs(value));
  const exponent = Math.max(-14, Math.floor(Math.log2(size || Number.MIN_VALUE)));
  const steps = Math.round(size * 2 ** (10 - exponent));
  const bits = steps < 1024 ? steps : steps - 1024 + ((exponent + 15) << 10);
  return bits | (value < 0 ? 0x80_00 : 0);
}
