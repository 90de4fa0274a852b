import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitReimagineImage'> = {
  en: {
    title: 'Change a picture in words',
    text: 'Say what should change. Everything else stays as it is, to the pixel.',
    hint: 'Blur the background, make it warmer and whiten my teeth.',
    action: 'Change the picture',
    fields: {
      image_keys: {
        label: 'Pictures',
        hint: 'Drop the picture to change. Up to three more can be a background, lend their colours, or join a collage or a group.',
        missing: 'A picture is missing.',
      },
      prompt: {
        label: 'What should change?',
        hint: 'Blur the background, make it warmer and whiten my teeth.',
        missing: 'Say what should change.',
      },
    },
  },
  de: {
    title: 'Bild mit Worten ändern',
    text: 'Sag, was anders werden soll. Alles andere bleibt, wie es ist, auf den Pixel genau.',
    hint: 'Mach den Hintergrund unscharf, alles etwas wärmer und die Zähne weißer.',
    action: 'Bild ändern',
    fields: {
      image_keys: {
        label: 'Bilder',
        hint: 'Leg das Bild ab, das sich ändern soll. Bis zu drei weitere dienen als Hintergrund, für ihre Farben, in einer Collage oder für ein Gruppenbild.',
        missing: 'Ein Bild fehlt.',
      },
      prompt: {
        label: 'Was soll anders werden?',
        hint: 'Mach den Hintergrund unscharf, alles etwas wärmer und die Zähne weißer.',
        missing: 'Sag, was anders werden soll.',
      },
    },
  },
  es: {
    title: 'Cambiar una imagen con palabras',
    text: 'Di qué debe cambiar. Todo lo demás queda como está, píxel a píxel.',
    hint: 'Desenfoca el fondo, hazlo más cálido y blanquea los dientes.',
    action: 'Cambiar la imagen',
    fields: {
      image_keys: {
        label: 'Imágenes',
        hint: 'Suelta la imagen que debe cambiar. Hasta tres más sirven de fondo, por sus colores, en un collage o en un grupo.',
        missing: 'Falta una imagen.',
      },
      prompt: {
        label: '¿Qué debe cambiar?',
        hint: 'Desenfoca el fondo, hazlo más cálido y blanquea los dientes.',
        missing: 'Di qué debe cambiar.',
      },
    },
  },
};
