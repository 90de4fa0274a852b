import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitReimagineVideo'> = {
  en: {
    title: 'Change a video in words',
    text: 'Say what should change. Sound, timing and everything else stay as they are.',
    hint: 'Drop a video here. Its first minute is changed.',
    action: 'Change the video',
    fields: {
      prompt: {
        label: 'What should change?',
        hint: 'Blur the background and make it look cinematic.',
        missing: 'Say what should change.',
      },
      negative_prompt: {
        label: 'What should it avoid?',
        hint: 'Grain, vignette.',
      },
    },
  },
  de: {
    title: 'Video mit Worten ändern',
    text: 'Sag, was anders werden soll. Ton, Tempo und alles andere bleiben, wie sie sind.',
    hint: 'Leg hier ein Video ab. Geändert wird seine erste Minute.',
    action: 'Video ändern',
    fields: {
      prompt: {
        label: 'Was soll anders werden?',
        hint: 'Mach den Hintergrund unscharf und gib dem Ganzen einen Kinolook.',
        missing: 'Sag, was anders werden soll.',
      },
      negative_prompt: {
        label: 'Was soll wegbleiben?',
        hint: 'Filmkorn, dunkle Ränder.',
      },
    },
  },
  es: {
    title: 'Cambiar un vídeo con palabras',
    text: 'Di qué debe cambiar. El sonido, el ritmo y todo lo demás quedan como están.',
    hint: 'Suelta aquí un vídeo. Se cambia su primer minuto.',
    action: 'Cambiar el vídeo',
    fields: {
      prompt: {
        label: '¿Qué debe cambiar?',
        hint: 'Desenfoca el fondo y dale un aire de cine.',
        missing: 'Di qué debe cambiar.',
      },
      negative_prompt: {
        label: '¿Qué no debe aparecer?',
        hint: 'Grano, viñeta.',
      },
    },
  },
};
