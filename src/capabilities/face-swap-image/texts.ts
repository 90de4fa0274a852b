import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitFaceSwapImage'> = {
  en: {
    title: 'Head swap in a picture',
    text: 'The head from your photo, with its hair, on a person in a picture.',
    hint: 'Drop a picture here. JPEG, PNG, WebP or HEIC, up to 45 MB.',
    action: 'Swap the head',
  },
  de: {
    title: 'Kopf im Bild tauschen',
    text: 'Der Kopf eines Fotos, mit Haar, auf einer Person im Bild.',
    hint: 'Bild hier ablegen. JPEG, PNG, WebP oder HEIC, bis 45 MB.',
    action: 'Kopf tauschen',
  },
  es: {
    title: 'Cambio de cabeza en una imagen',
    text: 'La cabeza de tu foto, con su pelo, en una persona de una imagen.',
    hint: 'Suelta aquí una imagen. JPEG, PNG, WebP o HEIC, hasta 45 MB.',
    action: 'Cambiar la cabeza',
  },
};
