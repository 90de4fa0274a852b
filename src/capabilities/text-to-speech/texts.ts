import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitTextToSpeech'> = {
  en: {
    title: 'Text to speech',
    text: 'A script spoken by a voice from the list, in about 50 languages.',
    hint: 'Write or paste what to say. An empty line makes a longer pause.',
    action: 'Speak it',
  },
  de: {
    title: 'Text sprechen',
    text: 'Ein Text, von einer Stimme der Liste gesprochen, in etwa 50 Sprachen.',
    hint: 'Schreibe oder füge ein, was gesagt werden soll. Eine leere Zeile macht eine längere Pause.',
    action: 'Sprechen lassen',
  },
  es: {
    title: 'Texto a voz',
    text: 'Un guion leído por una voz de la lista, en unos 50 idiomas.',
    hint: 'Escribe o pega lo que hay que decir. Una línea vacía hace una pausa más larga.',
    action: 'Leerlo',
  },
};
