import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitVoiceClone'> = {
  en: {
    title: 'Voice cloning',
    text: 'A script in a voice matched to your sample in pitch and tone.',
    hint: 'Write or paste what to say.',
    action: 'Clone the voice',
  },
  de: {
    title: 'Stimme klonen',
    text: 'Ein Text in einer Stimme, die einer Probe in Höhe und Klang angeglichen ist.',
    hint: 'Schreibe oder füge ein, was gesagt werden soll.',
    action: 'Stimme klonen',
  },
  es: {
    title: 'Clonar una voz',
    text: 'Un guion con una voz ajustada a tu muestra en tono y timbre.',
    hint: 'Escribe o pega lo que hay que decir.',
    action: 'Clonar la voz',
  },
};
