import type { CapabilityTexts } from '../definition.ts';

/** Texts of the form in each language. */
export const texts: CapabilityTexts<'submitMotionControl'> = {
  en: {
    title: 'Motion control',
    text: 'The person in your picture moves like somebody in a clip: dances, waves, walks on the spot.',
    hint: 'Drop a clip of one person who faces the camera, best from head to feet. MP4 or MOV, 3 to 30 seconds, up to 10 MB.',
    action: 'Make it move',
    fields: {
      image_key: {
        label: 'Who moves',
        hint: 'Drop a picture of one person standing, from head to feet, arms off the body. JPG or PNG, up to 10 MB.',
        missing: 'The picture of who moves is missing.',
      },
      video_key: { label: 'Motion', missing: 'The clip with the motion is missing.' },
      character_orientation: {
        label: 'Facing',
        hint: 'Front, side and back only say which side your picture has to show: a back cannot be drawn from a front.',
        choices: {
          video: 'Turns with the clip',
          image: 'Stays as in the picture',
          front: 'Front',
          side: 'Side',
          back: 'Back',
        },
      },
      keep_original_sound: { label: 'Keep the sound of the clip' },
      prompt: {
        label: 'Prompt',
        hint: 'What the result should show. This computer only moves the person; other services may read it.',
      },
      negative_prompt: {
        label: 'Not wanted',
        hint: 'What the result should avoid. Read by other services, not by this computer.',
      },
    },
  },
  de: {
    title: 'Bewegung übertragen',
    text: 'Die Person auf deinem Bild bewegt sich wie jemand in einem Clip: tanzt, winkt, läuft auf der Stelle.',
    hint: 'Clip einer Person ablegen, am besten von Kopf bis Fuß und von vorn. MP4 oder MOV, 3 bis 30 Sekunden, bis 10 MB.',
    action: 'Bewegen',
    fields: {
      image_key: {
        label: 'Wer sich bewegt',
        hint: 'Bild einer stehenden Person ablegen, von Kopf bis Fuß, Arme frei vom Körper. JPG oder PNG, bis 10 MB.',
        missing: 'Das Bild der Person fehlt, die sich bewegen soll.',
      },
      video_key: { label: 'Bewegung', missing: 'Der Clip mit der Bewegung fehlt.' },
      character_orientation: {
        label: 'Blickrichtung',
        hint: 'Vorn, Seite und Rücken sagen nur, was das Bild zeigen muss: Aus einer Vorderseite wird kein Rücken.',
        choices: {
          video: 'Dreht sich mit dem Clip',
          image: 'Bleibt wie im Bild',
          front: 'Vorn',
          side: 'Seite',
          back: 'Rücken',
        },
      },
      keep_original_sound: { label: 'Ton des Clips behalten' },
      prompt: {
        label: 'Prompt',
        hint: 'Was zu sehen sein soll. Dieser Computer bewegt nur die Person; andere Dienste lesen es vielleicht.',
      },
      negative_prompt: {
        label: 'Unerwünscht',
        hint: 'Was nicht zu sehen sein soll. Lesen andere Dienste, dieser Computer nicht.',
      },
    },
  },
  es: {
    title: 'Control de movimiento',
    text: 'La persona de tu imagen se mueve como alguien en un clip: baila, saluda, camina en el sitio.',
    hint: 'Suelta un clip de una sola persona, mejor de pies a cabeza y de frente. MP4 o MOV, de 3 a 30 segundos, hasta 10 MB.',
    action: 'Darle movimiento',
    fields: {
      image_key: {
        label: 'Quién se mueve',
        hint: 'Suelta una imagen de una persona de pie, de pies a cabeza, con los brazos separados del cuerpo. JPG o PNG, hasta 10 MB.',
        missing: 'Falta la imagen de quien se mueve.',
      },
      video_key: { label: 'Movimiento', missing: 'Falta el clip con el movimiento.' },
      character_orientation: {
        label: 'Orientación',
        hint: 'Frente, lado y espalda solo dicen qué tiene que mostrar la imagen: de un frente no sale una espalda.',
        choices: {
          video: 'Gira con el clip',
          image: 'Se queda como en la imagen',
          front: 'Frente',
          side: 'Lado',
          back: 'Espalda',
        },
      },
      keep_original_sound: { label: 'Conservar el sonido del clip' },
      prompt: {
        label: 'Prompt',
        hint: 'Lo que debería verse. Este equipo solo mueve a la persona; otros servicios quizá lo lean.',
      },
      negative_prompt: {
        label: 'No deseado',
        hint: 'Lo que no debería verse. Lo leen otros servicios, no este equipo.',
      },
    },
  },
};
