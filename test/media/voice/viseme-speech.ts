import { findChangerTarget } from '../../../src/engine/voice/changer/changer-catalogue.ts';
import { createVoiceChanger } from '../../../src/engine/voice/changer/create-voice-changer.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import type { Phone, SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';
import { visemes } from '../../../src/engine/voice/viseme.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from '../../../src/engine/voice/visemes/speech-features.ts';

/** Speech whose mouths are known. */
export interface LabelledSpeech {
  /** At 16 kHz. */
  readonly samples: Float32Array;
  /** Index among `visemes` for every 10 ms. */
  readonly mouths: Uint8Array;
}

/** Synthetic voice whose visemes are known. */
export interface LabelledVoice {
  readonly engine: 'flite' | 'espeak';
  readonly base: string;
  readonly pace?: number;
}

/** A voice that the network never heard. */
export interface UnheardVoice extends LabelledVoice {
  readonly name: string;
  readonly tongue: 'en' | 'de' | 'es' | 'fr';
  /** The target of the voice changer that it is turned into. */
  readonly target?: string;
  /** Texts of this voice instead of those for its language. */
  readonly texts?: readonly string[];
}

/** Voices unknown to the network: neither these bases nor these variants are in its training. */
export const unheardVoices: readonly UnheardVoice[] = [
  { name: 'awb', engine: 'flite', base: 'awb', tongue: 'en' },
  {
    name: 'awb as little-sprite',
    engine: 'flite',
    base: 'awb',
    tongue: 'en',
    target: 'little-sprite',
  },
  {
    name: 'awb as deep-narrator',
    engine: 'flite',
    base: 'awb',
    tongue: 'en',
    target: 'deep-narrator',
  },
  { name: 'en-us+f3', engine: 'espeak', base: 'en-us+f3', tongue: 'en' },
  { name: 'en-gb-x-rp+m6', engine: 'espeak', base: 'en-gb-x-rp+m6', tongue: 'en' },
  { name: 'de+m3', engine: 'espeak', base: 'de+m3', tongue: 'de' },
  { name: 'es+Andrea', engine: 'espeak', base: 'es+Andrea', tongue: 'es' },
  { name: 'fr+Michael', engine: 'espeak', base: 'fr+Michael', tongue: 'fr' },
];

/** Sentences by which costs are chosen, and nothing else. */
const tuningTexts = {
  en: [
    'The boy put a penny in the empty box by the lamp.',
    'Tim and Nancy never told Daddy about the other bottle.',
    'Maybe the wind will bring some warm weather in November.',
    'Do not leave the open window until the others come.',
    'A lovely valley lay beneath the dark and quiet mountain.',
    'Robert built a cabin near the river for his family.',
    'Nine hundred dogs ran along the road to London.',
    'Please stop the pump before the pipe breaks apart.',
    'He said that the moon was round and very bright.',
    'Every evening the band played under the old oak tree.',
  ],
  de: [
    'Der Mann nimmt den Koffer und geht zum Bahnsteig.',
    'Im Oktober bleiben wir lieber zu Hause und backen Plätzchen.',
    'Die Tante hat den Garten neben der Kirche gekauft.',
    'Papa probiert die Suppe, bevor er sie mit Pfeffer würzt.',
    'Niemand darf in dieser Nacht laut reden.',
  ],
  es: [
    'El niño bebe un vaso de leche antes de dormir.',
    'Mañana vamos a la montaña con mi padre y mi prima.',
    'La puerta del banco estaba abierta toda la noche.',
    'El campo está lleno de pájaros y de flores pequeñas.',
    'Nadie sabe dónde está la llave del coche.',
  ],
  fr: [
    'La lune brille au-dessus de la petite maison blanche.',
    'Nous prenons le train demain matin avec ma tante.',
    'Il ne faut pas parler la bouche pleine, mon enfant.',
    'Le boulanger prépare le pain pendant la nuit.',
    'Donne la lettre à la dame devant le bureau.',
  ],
} as const;

/** Voices by which costs are chosen: rms was heard, but not as these targets; the others were not. */
export const tuningVoices = describeVoices(tuningTexts, [
  ['flite', 'rms', 'en'],
  ['flite', 'rms', 'en', 'little-sprite'],
  ['flite', 'rms', 'en', 'deep-narrator'],
  ['flite', 'rms', 'en', 'stern-teacher'],
  ['espeak', 'en-us+Andy', 'en'],
  ['espeak', 'en-gb-x-rp+linda', 'en'],
  ['espeak', 'de+Nguyen', 'de'],
  ['espeak', 'de+zac', 'de'],
  ['espeak', 'es+Diogo', 'es'],
  ['espeak', 'es+steph', 'es'],
  ['espeak', 'fr+quincy', 'fr'],
  ['espeak', 'fr+shelby', 'fr'],
]);

/** Sentences full of closed lips that nothing was chosen by. */
const lastTexts = {
  en: [
    'Bring the blue map back before Monday morning, please.',
    'A bumpy path led up the mountain to my camp.',
    'Somebody broke the lamp in the empty bathroom.',
    'Perhaps we may buy a bag of brown apples tomorrow.',
    'The pilot spoke about a big problem with the pump.',
    'Most people remember their first job and their best boss.',
    'Keep the paper clip on top of the black notebook.',
    'My baby brother jumped over the small bamboo box.',
  ],
  de: [
    'Peter braucht am Abend eine Lampe und ein paar Bücher.',
    'Der Bäcker gibt meiner Mutter immer ein Brot mehr.',
    'Im Park spielen Buben mit einem bunten Ball.',
    'Bald kommt Besuch aus Bremen mit dem Postbus.',
  ],
  es: [
    'Mi mamá compra pan y mantequilla en la panadería del pueblo.',
    'El bombero bajó rápido por la escalera empinada.',
    'Pablo perdió su maleta en el aeropuerto de Bogotá.',
    'También me gusta pasear por la playa en abril.',
  ],
  fr: [
    'Ma mère prépare une bonne soupe pour demain midi.',
    'Le petit bateau passe sous le pont de bois.',
    'Pierre a perdu son passeport pendant le voyage.',
    'Un bel arbre pousse au milieu du parc.',
  ],
} as const;

/** Voices and sentences that neither weights nor costs were chosen by: the last word about both. */
export const lastVoices = describeVoices(lastTexts, [
  ['flite', 'awb', 'en'],
  ['flite', 'awb', 'en', 'stern-teacher'],
  ['flite', 'awb', 'en', 'steady-narrator'],
  ['espeak', 'en-us+Andrea', 'en'],
  ['espeak', 'en-gb-x-rp+Michael', 'en'],
  ['espeak', 'en-us+m8', 'en'],
  ['espeak', 'de+Andrea', 'de'],
  ['espeak', 'de+m6', 'de'],
  ['espeak', 'es+m6', 'es'],
  ['espeak', 'es+Michael', 'es'],
  ['espeak', 'fr+f3', 'fr'],
  ['espeak', 'fr+Andrea', 'fr'],
]);

/** Sentences that were written when weights and costs were settled. */
const freshTexts = {
  en: [
    'Nobody remembers when the museum moved to the harbour.',
    'My uncle paints wooden boats in the summer months.',
    'A man with a black umbrella stopped beside the library.',
    'We bought a pumpkin pie and a big bottle of milk.',
    'Maybe your computer needs a backup before the update.',
    'The number twelve bus stops behind the post office.',
    'Public parks become empty when bad weather comes.',
    'Her grandmother makes the best plum jam in the village.',
  ],
  de: [
    'Am Sonntag backt Oma immer einen warmen Apfelkuchen.',
    'Die Post bringt heute bestimmt ein Paket aus Hamburg.',
    'Wir haben im Museum ein berühmtes Gemälde bewundert.',
    'Bei Gewitter bleiben die Boote besser im Hafen.',
  ],
  es: [
    'Mi hermano pequeño come pan con tomate por la mañana.',
    'El barco blanco vuelve al puerto antes de la tempestad.',
    'Compramos manzanas y plátanos en el mercado del barrio.',
    'Nunca había visto una luna tan brillante en noviembre.',
  ],
  fr: [
    'Mon ami habite près de la mer, dans une petite cabane.',
    'On mange souvent des pommes de terre avec du beurre.',
    'Le printemps est beau, mais il pleut parfois le matin.',
    'La bibliothèque ferme plus tôt pendant les vacances.',
  ],
} as const;

/** Voices that were tried once, when weights and costs were settled. */
export const freshVoices = describeVoices(freshTexts, [
  ['flite', 'awb', 'en'],
  ['flite', 'awb', 'en', 'little-sprite'],
  ['flite', 'awb', 'en', 'deep-narrator'],
  ['espeak', 'en-us+belinda', 'en'],
  ['espeak', 'en-us+rob', 'en'],
  ['espeak', 'en-gb-x-rp+edward', 'en'],
  ['espeak', 'de+sandro', 'de'],
  ['espeak', 'de+belinda', 'de'],
  ['espeak', 'es+pablo', 'es'],
  ['espeak', 'es+victor', 'es'],
  ['espeak', 'fr+gustave', 'fr'],
  ['espeak', 'fr+benjamin', 'fr'],
]);

function describeVoices(
  texts: Readonly<Record<UnheardVoice['tongue'], readonly string[]>>,
  voices: readonly (readonly [
    engine: 'flite' | 'espeak',
    base: string,
    tongue: UnheardVoice['tongue'],
    target?: string,
  ])[],
): readonly UnheardVoice[] {
  return voices.map(([engine, base, tongue, target]) => ({
    name: target === undefined ? base : `${base} as ${target}`,
    engine,
    base,
    tongue,
    texts: texts[tongue],
    ...(target === undefined ? {} : { target }),
  }));
}

/** Sentences in which the network is tried. */
export const unheardTexts = {
  en: [
    'The quick brown fox jumps over the lazy dog, and nobody minds.',
    'She sells fresh fish by the old bridge every Thursday morning.',
    'Could you open both windows before we leave the house?',
    'My father bought five pounds of very good cheese.',
    'The birch canoe slid on the smooth planks.',
    'These days a chicken leg is a rare dish.',
    'Rice is often served in round bowls.',
    'The box was thrown beside the parked truck.',
    'The small pup gnawed a hole in the sock.',
    'Press the pants and sew a button on the vest.',
  ],
  de: [
    'Am Morgen fuhr der Bus mit vielen müden Leuten zum Bahnhof.',
    'Bitte gib mir die blaue Lampe, bevor der Besuch kommt.',
    'Unsere Nachbarn haben im Sommer Äpfel und Birnen geerntet.',
    'Wer abends spät arbeitet, trinkt oft zu viel Kaffee.',
    'Das Schiff verließ den Hafen bei ruhigem Wetter.',
    'Mein Bruder hat im Park einen bunten Papagei beobachtet.',
  ],
  es: [
    'Mi primo compró un billete para viajar a Bilbao en febrero.',
    'La abuela preparó una sopa muy buena para toda la familia.',
    'Siempre vemos el partido en el bar de la esquina.',
    'El tren salió temprano y nadie pudo subir.',
    'Hoy hace buen tiempo, pero mañana va a llover.',
    'Me gustaría probar el vino blanco de esta comarca.',
  ],
  fr: [
    'Ma petite sœur a acheté du pain et du beurre au marché.',
    'Le bateau blanc est parti vers la Bretagne ce matin.',
    'Il faut fermer la porte avant de sortir de la maison.',
    'Nous avons vu un beau film avec nos amis hier soir.',
    'Les enfants jouent dans le jardin depuis une heure.',
    'Mon père boit un bol de soupe avant de prendre le bus.',
  ],
} as const;

/** Speaks a text and returns the viseme of every 10 ms. */
export async function speakLabelled(
  speaker: SpeechEngine,
  text: string,
  { engine, base, pace = 1 }: LabelledVoice,
): Promise<LabelledSpeech> {
  const { samples, sampleRateHz, phones } = await speaker.speak(text, { engine, base, pace });
  const sound = resample(samples, sampleRateHz, FEATURE_RATE_HZ);
  return { samples: sound, mouths: toFrames(phones, Math.ceil(sound.length / FEATURE_HOP)) };
}

/** Before each sentence, in 10 ms. */
const rest = 50;

/** All speech of an unknown voice: its first sentences, or all, each after half a second of silence. */
export async function speakUnheard(
  speaker: SpeechEngine,
  voice: UnheardVoice,
  count = Infinity,
): Promise<LabelledSpeech[]> {
  const spoken: LabelledSpeech[] = [];
  for (const text of (voice.texts ?? unheardTexts[voice.tongue]).slice(0, count)) {
    const { samples, mouths } = await speakLabelled(speaker, text, voice);
    const speech = {
      samples: Float32Array.from([...new Float32Array(rest * FEATURE_HOP), ...samples]),
      mouths: Uint8Array.from([...new Uint8Array(rest), ...mouths]),
    };
    spoken.push(voice.target === undefined ? speech : changeVoice(speech, voice.target));
  }
  return spoken;
}

/** The same speech through the product's voice changer, without its delay. */
export function changeVoice({ samples, mouths }: LabelledSpeech, id: string): LabelledSpeech {
  const target = findChangerTarget(id);
  if (target === null) {
    throw new RangeError(`There is no target ${id}.`);
  }
  const changer = createVoiceChanger({ target: target.target });
  const sound = new Int16Array(samples.length + changer.latencySamples);
  samples.forEach((value, index) => {
    sound[index] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
  });
  changer.process(sound, sound);
  const changed = sound.subarray(changer.latencySamples);
  return { samples: Float32Array.from(changed, (value) => value / 32_768), mouths };
}

/** Mouth in the middle of every 10 ms. */
export function toFrames(
  spans: readonly Pick<Phone, 'viseme' | 'startMs' | 'endMs'>[],
  count: number,
): Uint8Array {
  const mouths = new Uint8Array(count);
  let at = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const timeMs = (1000 * (frame + 0.5) * FEATURE_HOP) / FEATURE_RATE_HZ;
    while (at < spans.length - 1 && spans[at]!.endMs <= timeMs) {
      at += 1;
    }
    mouths[frame] = visemes.indexOf(spans[at]?.viseme ?? 'sil');
  }
  return mouths;
}
