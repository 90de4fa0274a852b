import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitLipSync'> = {
  en: {
    title: 'Lip sync',
    text: 'A clip in which somebody says what your recording says. Only the mouth changes.',
    hint: 'Drop a clip of somebody who talks, seen from the front. MP4, MOV, WebM or MKV, up to 500 MB.',
    action: 'Sync the lips',
    fields: {
      max_duration_sec: {
        label: 'Use of the clip',
        hint: 'How much of the clip is used, from its start. The result is as long as the recording.',
        unset: 'Whole clip',
        unit: 's',
      },
      audio_key: {
        label: 'What is to be said',
        hint: 'Drop a recording of one voice, or record one. It sets the length: a shorter clip plays forwards and backwards.',
        missing: 'The recording is missing.',
      },
    },
  },
  de: {
    title: 'Lippen synchronisieren',
    text: 'Ein Clip, in dem jemand sagt, was deine Aufnahme sagt. Nur der Mund ändert sich.',
    hint: 'Clip einer Person ablegen, die spricht, von vorn gesehen. MP4, MOV, WebM oder MKV, bis 500 MB.',
    action: 'Lippen synchronisieren',
    fields: {
      max_duration_sec: {
        label: 'Vom Clip',
        hint: 'Wie viel vom Clip benutzt wird, ab dem Anfang. Das Ergebnis ist so lang wie die Aufnahme.',
        unset: 'Ganzer Clip',
        unit: 's',
      },
      audio_key: {
        label: 'Was gesagt wird',
        hint: 'Aufnahme einer Stimme ablegen oder eine machen. Sie bestimmt die Länge: Ein kürzerer Clip läuft vor und zurück.',
        missing: 'Die Aufnahme fehlt.',
      },
    },
  },
  es: {
    title: 'Sincronizar los labios',
    text: 'Un clip en el que alguien dice lo que dice tu grabación. Solo cambia la boca.',
    hint: 'Suelta un clip de alguien que habla, visto de frente. MP4, MOV, WebM o MKV, hasta 500 MB.',
    action: 'Sincronizar los labios',
    fields: {
      max_duration_sec: {
        label: 'Parte del clip',
        hint: 'Cuánto se usa del clip, desde el principio. El resultado dura lo que la grabación.',
        unset: 'Clip entero',
        unit: 's',
      },
      audio_key: {
        label: 'Lo que se dice',
        hint: 'Suelta una grabación de una sola voz, o grábala. Ella marca la duración: un clip más corto va y vuelve.',
        missing: 'Falta la grabación.',
      },
    },
  },
};
