import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitIdentitySwap'> = {
  en: {
    title: 'Identity swap',
    text: 'The person in your picture takes the place of somebody in a clip: same motion, same scene.',
    hint: 'Drop a clip of one person, best from head to feet and facing the camera. Up to 60 seconds.',
    action: 'Swap the person',
    fields: {
      video_key: { label: 'Clip', missing: 'The clip is missing.' },
      character_key: {
        label: 'Who goes in',
        hint: 'Drop a picture of one person standing, from head to feet, arms off the body. If it shows less than the clip needs, only the head is swapped.',
        missing: 'The picture of who goes into the clip is missing.',
      },
      mode: {
        label: 'Steps',
        hint: 'Step by step stops at two stills, so you can look and change things before the clip is rendered. It costs the same.',
        choices: { express: 'All at once', advanced: 'Step by step' },
      },
      prompt: {
        label: 'Prompt',
        hint: 'If empty, the character takes the place of the person, with the same motion, scene and light. This computer always does that; other services may read more.',
      },
      aspect_ratio: {
        label: 'Format',
        hint: 'Any other format is cut out around the person.',
        unset: 'As the clip',
        choices: { '16:9': '16:9', '9:16': '9:16', '1:1': '1:1', '4:3': '4:3', '4:5': '4:5' },
      },
      resolution: {
        label: 'Size',
        hint: 'Longer side of the result, at most. Nothing is enlarged.',
        choices: { '1k': '1280 pixels', '2k': '1920 pixels' },
      },
      keep_original_sound: {
        label: 'Keep the sound of the clip',
        hint: 'Off makes the result silent. A sound of your own, chosen below, replaces it either way.',
      },
      audio_mode: {
        label: 'Sound',
        hint: 'With a sound of your own, the lips follow it.',
        choices: {
          original: 'From the clip',
          own_audio: 'My recording',
          voice_clone: 'Script, in a cloned voice',
          tts: 'Script, in a voice from the list',
        },
      },
      audio_key: {
        label: 'Recording',
        hint: 'Drop or record what the person should say.',
        missing: 'The recording is missing.',
      },
    },
  },
  de: {
    title: 'Person tauschen',
    text: 'Die Person auf deinem Bild tritt in einem Clip an die Stelle von jemandem: gleiche Bewegung, gleiche Szene.',
    hint: 'Clip einer Person ablegen, am besten von Kopf bis Fuß und von vorn. Bis 60 Sekunden.',
    action: 'Person tauschen',
    fields: {
      video_key: { label: 'Clip', missing: 'Der Clip fehlt.' },
      character_key: {
        label: 'Wer eingesetzt wird',
        hint: 'Bild einer stehenden Person ablegen, von Kopf bis Fuß, Arme frei vom Körper. Zeigt es weniger, als der Clip braucht, wird nur der Kopf getauscht.',
        missing: 'Das Bild der Person fehlt, die in den Clip soll.',
      },
      mode: {
        label: 'Ablauf',
        hint: 'Schritt für Schritt hält bei zwei Bildern an: Du siehst nach und änderst, bevor der Clip gerendert wird. Es kostet dasselbe.',
        choices: { express: 'In einem Durchgang', advanced: 'Schritt für Schritt' },
      },
      prompt: {
        label: 'Prompt',
        hint: 'Leer heißt: die Figur an die Stelle der Person setzen, gleiche Bewegung, gleiche Szene, gleiches Licht. Genau das macht dieser Computer; andere Dienste lesen vielleicht mehr.',
      },
      aspect_ratio: {
        label: 'Format',
        hint: 'Jedes andere Format wird rund um die Person ausgeschnitten.',
        unset: 'Wie der Clip',
        choices: { '16:9': '16:9', '9:16': '9:16', '1:1': '1:1', '4:3': '4:3', '4:5': '4:5' },
      },
      resolution: {
        label: 'Größe',
        hint: 'Die längere Seite höchstens. Vergrößert wird nie.',
        choices: { '1k': '1280 Pixel', '2k': '1920 Pixel' },
      },
      keep_original_sound: {
        label: 'Ton des Clips behalten',
        hint: 'Ohne bleibt das Ergebnis stumm. Ein eigener Ton, unten gewählt, ersetzt ihn ohnehin.',
      },
      audio_mode: {
        label: 'Ton',
        hint: 'Bei einem eigenen Ton folgen ihm die Lippen.',
        choices: {
          original: 'Vom Clip',
          own_audio: 'Meine Aufnahme',
          voice_clone: 'Text, in geklonter Stimme',
          tts: 'Text, in einer Stimme der Liste',
        },
      },
      audio_key: {
        label: 'Aufnahme',
        hint: 'Ablegen, was gesagt werden soll, oder aufnehmen.',
        missing: 'Die Aufnahme fehlt.',
      },
    },
  },
  es: {
    title: 'Cambio de persona',
    text: 'La persona de tu imagen ocupa el lugar de alguien en un clip: mismo movimiento, misma escena.',
    hint: 'Suelta un clip de una sola persona, mejor de pies a cabeza y de frente. Hasta 60 segundos.',
    action: 'Cambiar la persona',
    fields: {
      video_key: { label: 'Clip', missing: 'Falta el clip.' },
      character_key: {
        label: 'Quién entra',
        hint: 'Suelta una imagen de una persona de pie, de pies a cabeza, con los brazos separados del cuerpo. Si muestra menos de lo que pide el clip, solo se cambia la cabeza.',
        missing: 'Falta la imagen de quien entra en el clip.',
      },
      mode: {
        label: 'Pasos',
        hint: 'Paso a paso se detiene en dos imágenes para que mires y cambies lo que haga falta antes de renderizar. Cuesta lo mismo.',
        choices: { express: 'De una vez', advanced: 'Paso a paso' },
      },
      prompt: {
        label: 'Prompt',
        hint: 'Vacío significa: poner al personaje en el lugar de la persona, con el mismo movimiento, la misma escena y la misma luz. Eso es lo que hace este equipo; otros servicios quizá lean más.',
      },
      aspect_ratio: {
        label: 'Formato',
        hint: 'Cualquier otro formato se recorta alrededor de la persona.',
        unset: 'Como el clip',
        choices: { '16:9': '16:9', '9:16': '9:16', '1:1': '1:1', '4:3': '4:3', '4:5': '4:5' },
      },
      resolution: {
        label: 'Tamaño',
        hint: 'El lado más largo, como mucho. Nunca se amplía.',
        choices: { '1k': '1280 píxeles', '2k': '1920 píxeles' },
      },
      keep_original_sound: {
        label: 'Conservar el sonido del clip',
        hint: 'Sin él, el resultado queda en silencio. Un sonido propio, elegido abajo, lo sustituye igualmente.',
      },
      audio_mode: {
        label: 'Sonido',
        hint: 'Con un sonido propio, los labios lo siguen.',
        choices: {
          original: 'El del clip',
          own_audio: 'Mi grabación',
          voice_clone: 'Guion, con una voz clonada',
          tts: 'Guion, con una voz de la lista',
        },
      },
      audio_key: {
        label: 'Grabación',
        hint: 'Suelta lo que se va a decir, o grábalo.',
        missing: 'Falta la grabación.',
      },
    },
  },
};
