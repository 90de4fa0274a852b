import type { enCreate } from './en-create.ts';

/** Texts in Spanish about filling in the form of Create: files, the jobs they make, what is wrong with them. */
export const esCreate = {
  'create.choose': 'Elegir archivos',
  'create.more_files': 'Añadir',
  'create.results': 'Resultados de tus trabajos',
  'create.remove_all': 'Quitar todo',
  'create.drop_here': 'Suelta para añadir',
  'create.count.image': '{count, plural, one {# imagen} other {# imágenes}}',
  'create.count.video': '{count, plural, one {# vídeo} other {# vídeos}}',
  'create.count.audio': '{count, plural, one {# grabación} other {# grabaciones}}',
  'create.agree_all': 'Lo confirmo para los {count}',
  'create.matrix': 'Trabajos con estos archivos',
  'create.matrix_count':
    '{count, plural, one {# trabajo} other {# trabajos}}, todas las combinaciones',
  'create.jobs': '{count, plural, one {# trabajo} other {# trabajos}}',
  'create.leave_out': 'Dejar fuera {name}',
  'create.restore': 'Recuperar {count}',
  'create.sent': '{count, plural, one {# trabajo está} other {# trabajos están}} en la cola',
  'create.missing.too_many':
    'Puedes enviar hasta {most} trabajos a la vez. Quita algunos archivos.',
  'create.missing.none': 'Has dejado fuera todos los trabajos. Recupera alguno o añade archivos.',

  'create.names_more': '{names} y {count} más',
  'create.fault': '{title}.',
  'create.refused.too_large': '{name} ocupa {size}; el máximo son {most} MB.',
  'create.refused.too_many': 'Aquí solo caben {most}. Se quedan fuera: {names}.',
  'create.refused.no_place': '{name} no encaja en este formulario.',
  'create.refused.other': '{name}: {reason}',
  'create.refused.dismiss': 'Ocultar este aviso',
  'create.formats.image': 'Las imágenes pueden ser JPEG, PNG, WebP o HEIC.',
  'create.formats.video': 'Los vídeos pueden ser MP4, MOV, WebM o MKV.',
  'create.formats.audio': 'Las grabaciones pueden ser WAV, MP3, M4A, OGG, Opus o FLAC.',

  'create.seen.face': '1 cara, {height} px de alto',
  'create.seen.several': '{count} caras: se usa la marcada',
  'create.seen.small':
    'La cara solo mide {height} px de alto. A partir de unos 150 px se ve nítida.',
  'create.seen.blurred':
    'La cara está borrosa. Con una foto más nítida, el resultado también lo es.',
  'create.seen.turned_away':
    'La cara está girada {degrees}°; puede hablar hasta {most}°. Usa una imagen más de frente.',
  'create.seen.turned': 'La cara está girada {degrees}°. Habla, pero de frente queda mejor.',
  'create.seen.open_mouth':
    'La boca está muy abierta. Cerrada o sonriendo, habla de forma más creíble.',
  'create.seen.dark': 'La cara está oscura. Con una imagen más clara, habla de forma más creíble.',
  'create.seen.uneven_light':
    'Media cara está mucho más oscura. Con luz pareja, la boca queda más creíble.',
  'create.seen.speakers': '{count} caras: quien habla dice las palabras nuevas',
  'create.seen.people':
    '{count, plural, one {1 cara} other {# caras: se cambia la persona principal}}',
  'create.seen.small_people': 'Las caras solo miden {height} px de alto; es fácil que se pierdan.',
  'create.seen.nobody':
    'No se ve ninguna cara en {frames, plural, one {el fotograma revisado} other {los # fotogramas revisados}}. El cambio necesita una.',
  'create.seen.used': 'Cara {number} de {count}, la que se usa',
  'create.seen.other': 'Cara {number} de {count}',
  'create.seen.voice': '{length} de voz',
  'create.seen.voice_short': 'Solo dura {length}. Con 10 a 30 s se parece más.',
  'create.no_face':
    'No se ha encontrado ninguna cara. Usa una con la cara de frente y bien iluminada.',

  'failure.no_face.video.title': 'No se ha encontrado ninguna cara en {name}',
  'failure.no_face.video.advice':
    'Usa un clip en el que se vea una cara, que no sea muy pequeña ni esté siempre de lado.',
  'failure.no_face.image.title': 'No se ha encontrado ninguna cara en {name}',
  'failure.no_face.image.advice': 'Usa una foto de una sola cara, de frente y bien iluminada.',
  'failure.no_face_in':
    '{frames, plural, one {Se ha revisado el único fotograma} other {Se han revisado los # fotogramas}}.',
  'failure.faces_too_small':
    'Hay caras, pero demasiado pequeñas o demasiado giradas en los {frames} fotogramas.',
  'failure.voice.title': '{name} no sirve como muestra',
  'failure.said': 'El servicio dice: {message}',

  'trim.end': 'Dónde acaba el vídeo',
  'trim.length': 'Duración desde el principio',
  'trim.whole': 'Entero, {length}',
  'trim.part': 'Los primeros {length} de {of}',
  'trim.play': 'Reproducir esta parte',

  'form_preset.label': 'Preajuste',
  'form_preset.none': 'Ajustes propios',
  'form_preset.save': 'Guardar estos ajustes',
  'form_preset.remove': 'Quitar el preajuste {name}',
  'form_preset.usual': 'Preajuste {number}',
  'form_preset.name': 'Nombre',
  'form_preset.name_rule': 'De 1 a {most} caracteres.',
} as const satisfies Record<keyof typeof enCreate, string>;
