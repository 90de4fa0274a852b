import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitAvatar'> = {
  en: {
    title: 'Talking portrait',
    text: 'A portrait says your script, or moves its lips to your recording.',
    hint: 'Write what it should say, or add a recording below. Up to about a minute works best.',
    action: 'Make it talk',
    fields: {
      image_key: {
        label: 'Portrait',
        hint: 'Drop a picture of one face: from the front, lips closed or smiling, shoulders in the picture.',
        missing: 'A portrait is missing.',
      },
      audio_key: {
        label: 'Recording instead of a script',
        hint: 'Drop speech of up to 60 seconds; 45 or less works best. It replaces script and voice.',
      },
      voice_id: { label: 'Voice', unset: 'Picked to match the script' },
      output_resolution_p: {
        label: 'Resolution',
        hint: 'Auto is 720p. A smaller result is ready sooner. Nothing is enlarged.',
        unset: 'Auto',
      },
    },
  },
  de: {
    title: 'Sprechendes Porträt',
    text: 'Ein Porträt spricht deinen Text oder bewegt die Lippen zu deiner Aufnahme.',
    hint: 'Schreib, was es sagen soll, oder leg unten eine Aufnahme ab. Bis etwa eine Minute klappt am besten.',
    action: 'Sprechen lassen',
    fields: {
      image_key: {
        label: 'Porträt',
        hint: 'Bild eines Gesichts ablegen: von vorn, Mund zu oder lächelnd, mit Schultern im Bild.',
        missing: 'Ein Porträt fehlt.',
      },
      audio_key: {
        label: 'Aufnahme statt Text',
        hint: 'Sprache bis 60 Sekunden ablegen, am besten höchstens 45. Text und Stimme zählen dann nicht.',
      },
      voice_id: { label: 'Stimme', unset: 'Passend zum Text' },
      output_resolution_p: {
        label: 'Auflösung',
        hint: 'Auto heißt 720p. Ein kleineres Ergebnis ist früher fertig. Vergrößert wird nie.',
        unset: 'Auto',
      },
    },
  },
  es: {
    title: 'Retrato que habla',
    text: 'Un retrato dice tu guion o mueve los labios con tu grabación.',
    hint: 'Escribe lo que tiene que decir, o añade una grabación abajo. Hasta un minuto, más o menos, queda mejor.',
    action: 'Hacer que hable',
    fields: {
      image_key: {
        label: 'Retrato',
        hint: 'Suelta una imagen de una sola cara: de frente, con la boca cerrada o sonriendo, y con los hombros.',
        missing: 'Falta un retrato.',
      },
      audio_key: {
        label: 'Grabación en vez de guion',
        hint: 'Suelta voz de hasta 60 segundos, mejor 45 o menos. Entonces el guion y la voz no cuentan.',
      },
      voice_id: { label: 'Voz', unset: 'La que mejor encaje con el guion' },
      output_resolution_p: {
        label: 'Resolución',
        hint: 'Auto son 720p. Un resultado más pequeño tarda menos. Nunca se amplía.',
        unset: 'Auto',
      },
    },
  },
};
