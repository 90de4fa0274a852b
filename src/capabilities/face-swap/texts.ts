import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitFaceSwap'> = {
  en: {
    title: 'Face swap in a video',
    text: 'The face from your photo on the people in a clip. Sound and length stay.',
    hint: 'Drop a video here. MP4, MOV, WebM or MKV, up to 500 MB.',
    action: 'Swap the face',
  },
  de: {
    title: 'Gesicht im Video tauschen',
    text: 'Das Gesicht eines Fotos auf den Personen eines Clips. Ton und Länge bleiben.',
    hint: 'Video hier ablegen. MP4, MOV, WebM oder MKV, bis 500 MB.',
    action: 'Gesicht tauschen',
  },
  es: {
    title: 'Cambio de cara en un vídeo',
    text: 'La cara de tu foto en las personas de un clip. El sonido y la duración no cambian.',
    hint: 'Suelta aquí un vídeo. MP4, MOV, WebM o MKV, hasta 500 MB.',
    action: 'Cambiar la cara',
  },
};
