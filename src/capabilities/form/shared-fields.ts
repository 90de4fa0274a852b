import type { Language } from '../../contract/languages.ts';
import type { FieldDesign, FieldWords } from './field-design.ts';

/** Fields that several requests share with the same meaning. */
export type SharedField =
  | 'video_key'
  | 'image_key'
  | 'face_key'
  | 'voice_sample_key'
  | 'script'
  | 'transcript'
  | 'person'
  | 'joints'
  | 'other_face_keys'
  | 'side_key'
  | 'back_key'
  | 'voice_id'
  | 'language'
  | 'max_duration_sec'
  | 'output_resolution_p';

/** Texts of shared fields. */
export const sharedFieldTexts: Readonly<
  Record<Language, Readonly<Record<SharedField, FieldWords>>>
> = {
  en: {
    video_key: { label: 'Video', missing: 'A video is missing.' },
    image_key: { label: 'Picture', missing: 'A picture is missing.' },
    face_key: {
      label: 'Face',
      hint: 'Drop a photo of one face, seen from the front and well lit.',
      missing: 'A photo of the face is missing.',
    },
    voice_sample_key: {
      label: 'Sample of the voice',
      hint: 'Drop a recording of one person speaking, or record one. 10 to 30 seconds, without music.',
      missing: 'A sample of the voice is missing.',
    },
    script: { label: 'Script', missing: 'The script is empty.' },
    transcript: {
      label: 'What is said, word for word',
      hint: 'The words of the recording. With them, lips close right where they should.',
    },
    person: { label: 'Person', hint: 'Number of the person, counted as the form shows them.' },
    joints: {
      label: 'Joints',
      hint: 'Where the joints of the character are, set by hand in its picture.',
    },
    other_face_keys: {
      label: 'Faces for the others',
      hint: 'Optional: drop a photo for each further person.',
    },
    side_key: {
      label: 'From the side',
      hint: 'The same person from the side, standing, from head to feet. It is shown where the clip turns sideways, mirrored for the other side.',
    },
    back_key: {
      label: 'From behind',
      hint: 'The same person from behind, standing, from head to feet. It is shown where the clip turns away.',
    },
    voice_id: { label: 'Voice', missing: 'A voice is missing.' },
    language: { label: 'Language', unset: 'Detect' },
    max_duration_sec: {
      label: 'Length',
      hint: 'A short part first shows how it will look.',
      unset: 'Whole clip',
      unit: 's',
    },
    output_resolution_p: {
      label: 'Resolution',
      hint: 'A smaller result is done sooner. It is never enlarged.',
      unset: 'As the video',
      choices: { 480: '480p', 720: '720p', 1080: '1080p' },
    },
  },
  de: {
    video_key: { label: 'Video', missing: 'Ein Video fehlt.' },
    image_key: { label: 'Bild', missing: 'Ein Bild fehlt.' },
    face_key: {
      label: 'Gesicht',
      hint: 'Foto eines Gesichts hier ablegen, von vorn und gut beleuchtet.',
      missing: 'Ein Foto des Gesichts fehlt.',
    },
    voice_sample_key: {
      label: 'Stimmprobe',
      hint: 'Aufnahme einer Person ablegen, die spricht, oder eine machen. 10 bis 30 Sekunden, ohne Musik.',
      missing: 'Eine Stimmprobe fehlt.',
    },
    script: { label: 'Text', missing: 'Der Text ist leer.' },
    transcript: {
      label: 'Was gesagt wird, Wort für Wort',
      hint: 'Die Worte der Aufnahme. Damit gehen die Lippen genau da zu, wo sie sollen.',
    },
    person: { label: 'Person', hint: 'Nummer der Person, gezählt wie im Formular gezeigt.' },
    joints: {
      label: 'Gelenke',
      hint: 'Wo die Gelenke der Figur liegen, von Hand in ihrem Bild gesetzt.',
    },
    other_face_keys: {
      label: 'Gesichter für die anderen',
      hint: 'Wenn du magst: je ein Foto für weitere Personen ablegen.',
    },
    side_key: {
      label: 'Von der Seite',
      hint: 'Dieselbe Person von der Seite, stehend, von Kopf bis Fuß. Zu sehen, wo sich der Clip zur Seite dreht, für die andere Seite gespiegelt.',
    },
    back_key: {
      label: 'Von hinten',
      hint: 'Dieselbe Person von hinten, stehend, von Kopf bis Fuß. Zu sehen, wo sich der Clip wegdreht.',
    },
    voice_id: { label: 'Stimme', missing: 'Eine Stimme fehlt.' },
    language: { label: 'Sprache', unset: 'Erkennen' },
    max_duration_sec: {
      label: 'Länge',
      hint: 'Ein kurzer Teil zeigt vorab, wie es aussehen wird.',
      unset: 'Ganzer Clip',
      unit: 's',
    },
    output_resolution_p: {
      label: 'Auflösung',
      hint: 'Ein kleineres Ergebnis ist früher fertig. Vergrößert wird nie.',
      unset: 'Wie das Video',
      choices: { 480: '480p', 720: '720p', 1080: '1080p' },
    },
  },
  es: {
    video_key: { label: 'Vídeo', missing: 'Falta un vídeo.' },
    image_key: { label: 'Imagen', missing: 'Falta una imagen.' },
    face_key: {
      label: 'Cara',
      hint: 'Suelta una foto de una sola cara, de frente y bien iluminada.',
      missing: 'Falta una foto de la cara.',
    },
    voice_sample_key: {
      label: 'Muestra de la voz',
      hint: 'Suelta una grabación de una sola persona hablando, o grábala. De 10 a 30 segundos, sin música.',
      missing: 'Falta una muestra de la voz.',
    },
    script: { label: 'Guion', missing: 'El guion está vacío.' },
    transcript: {
      label: 'Lo que se dice, palabra por palabra',
      hint: 'Las palabras de la grabación. Con ellas, los labios se cierran justo donde deben.',
    },
    person: { label: 'Persona', hint: 'Número de la persona, en el orden del formulario.' },
    joints: {
      label: 'Articulaciones',
      hint: 'Dónde están las articulaciones del personaje, puestas a mano en su imagen.',
    },
    other_face_keys: {
      label: 'Caras para los demás',
      hint: 'Opcional: suelta una foto para cada una de las demás personas.',
    },
    side_key: {
      label: 'De lado',
      hint: 'La misma persona de lado, de pie, de pies a cabeza. Sale donde el clip se pone de lado, reflejada para el otro lado.',
    },
    back_key: {
      label: 'De espaldas',
      hint: 'La misma persona de espaldas, de pie, de pies a cabeza. Sale donde el clip se da la vuelta.',
    },
    voice_id: { label: 'Voz', missing: 'Falta una voz.' },
    language: { label: 'Idioma', unset: 'Detectar' },
    max_duration_sec: {
      label: 'Duración',
      hint: 'Una parte corta enseña antes cómo va a quedar.',
      unset: 'Clip entero',
      unit: 's',
    },
    output_resolution_p: {
      label: 'Resolución',
      hint: 'Un resultado más pequeño tarda menos. Nunca se amplía.',
      unset: 'Como el vídeo',
      choices: { 480: '480p', 720: '720p', 1080: '1080p' },
    },
  },
};

/** Default presentation of these fields; a capability may override it. */
export const sharedFieldDesigns: Readonly<Record<string, FieldDesign>> = {
  max_duration_sec: { presets: [5, 15, 60] },
  output_resolution_p: { isAdvanced: true },
} satisfies Partial<Record<SharedField, FieldDesign>>;
