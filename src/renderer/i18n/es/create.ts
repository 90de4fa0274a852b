import type { enCreate } from '../en/create.ts';

/** Spanish texts of the Create form: files, the resulting jobs, their faults. */
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
  'create.missing.too_many': 'Puedes enviar hasta {max} trabajos a la vez. Quita algunos archivos.',
  'create.missing.none': 'Has dejado fuera todos los trabajos. Recupera alguno o añade archivos.',

  'create.names_more': '{names} y {count} más',
  'create.fault': '{title}.',
  'create.refused.too_large': '{name} ocupa {size}; el máximo son {max} MB.',
  'create.refused.too_many': 'Aquí solo caben {max}. Se quedan fuera: {names}.',
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
    'La cara está girada {degrees}°; puede hablar hasta {max}°. Usa una imagen más de frente.',
  'create.seen.turned': 'La cara está girada {degrees}°. Habla, pero de frente queda mejor.',
  'create.seen.open_mouth':
    'La boca está muy abierta. Cerrada o sonriendo, habla de forma más creíble.',
  'create.seen.dark': 'La cara está oscura. Con una imagen más clara, habla de forma más creíble.',
  'create.seen.uneven_light':
    'Media cara está mucho más oscura. Con luz pareja, la boca queda más creíble.',
  'create.seen.glasses': 'En la foto hay gafas. Se quitan, y puede notarse: sin gafas parece real.',
  'create.seen.speakers': '{count} caras: quien habla dice las palabras nuevas',
  'create.seen.people':
    '{count, plural, one {1 cara} other {# caras: se cambia la persona principal}}',
  'create.seen.small_people': 'Las caras solo miden {height} px de alto; es fácil que se pierdan.',
  'create.seen.nobody':
    'No se ve ninguna cara en {frames, plural, one {el fotograma revisado} other {los # fotogramas revisados}}. El cambio necesita una.',
  'create.seen.body.good': 'Se ve a la persona de pies a cabeza: se mueven brazos y piernas',
  'create.seen.body.nobody': 'No se encontró a nadie.',
  'create.seen.body.several':
    '{count} personas: se mueve la más grande. Lo mejor es una imagen con una sola.',
  'create.seen.body.turned':
    '{side, select, back {Se ve a la persona de espaldas} other {Se ve a la persona de lado}} y de ahí no sale un frente. De frente se mueve mejor.',
  'create.seen.body.bust':
    'Solo se ven la cabeza y los hombros, y nada más de ella puede moverse. Un baile pide una imagen de pies a cabeza.',
  'create.seen.body.torn':
    'Al moverse, esta imagen se rompe, como muestra el ejemplo: hay brazos o piernas cruzados o superpuestos. Usa una con los brazos separados y las piernas sin cruzar.',
  'create.seen.body.hidden':
    '{count, plural, one {Una mano no se ve} other {Las dos manos no se ven}}; lo que las tapa se mueve con ellas. Usa una imagen que muestre las manos.',
  'create.seen.body.touching':
    '{count, plural, one {Un brazo está pegado} other {Los dos brazos están pegados}} al cuerpo; lo que queda detrás se inventa. Con los brazos separados queda mejor.',
  'create.seen.body.skirt':
    'Una falda o un abrigo cuelga sobre las piernas y se estira al dar pasos. Los pantalones se mueven mejor.',
  'create.seen.body.cut':
    '{count, plural, one {Un brazo o una pierna no se ve entero y no se moverá.} other {# brazos y piernas no se ven enteros y no se moverán.}}',
  'create.seen.body.example': 'La misma persona con un brazo en alto: así quedará, más o menos',
  'create.seen.body.other_side':
    'Se ve a la persona {shown, select, front {de frente} back {de espaldas} other {de lado}}. Aquí tiene que verse {side, select, back {de espaldas} other {de lado}}.',
  'create.seen.body.first':
    'Se ve a la persona {side, select, back {de espaldas} other {de lado}}. Con más imágenes, aquí tiene que verse de frente.',
  'create.seen.body.further':
    '{side, select, back {Se ve de espaldas: sale donde el clip se da la vuelta} other {Se ve de lado: sale donde el clip se pone de lado}}',
  'create.seen.body.placed': 'Articulaciones puestas a mano: brazos y piernas se mueven con ellas',
  'create.joints.set': 'Poner las articulaciones a mano',
  'create.joints.adjust': 'Ajustar las articulaciones',
  'create.joints.title': 'Dónde están las articulaciones',
  'create.joints.text':
    'Arrastra cada punto a su articulación o muévelo con las flechas. Violeta es la izquierda del personaje; ámbar, su derecha. Lo que no se ve en la imagen, déjalo en el borde: no se moverá.',
  'create.joints.save': 'Usar estas articulaciones',
  'create.joints.find': 'Volver a buscarlas',
  'create.joints.point': '{joint}: {x} % desde la izquierda, {y} % desde arriba',
  'create.joints.face': 'Centro de la cara',
  'create.joints.leftShoulder': 'Hombro izquierdo',
  'create.joints.rightShoulder': 'Hombro derecho',
  'create.joints.leftElbow': 'Codo izquierdo',
  'create.joints.rightElbow': 'Codo derecho',
  'create.joints.leftWrist': 'Muñeca izquierda',
  'create.joints.rightWrist': 'Muñeca derecha',
  'create.joints.leftHip': 'Cadera izquierda',
  'create.joints.rightHip': 'Cadera derecha',
  'create.joints.leftKnee': 'Rodilla izquierda',
  'create.joints.rightKnee': 'Rodilla derecha',
  'create.joints.leftAnkle': 'Tobillo izquierdo',
  'create.joints.rightAnkle': 'Tobillo derecho',
  'create.seen.driver.good': 'Una persona con brazos y piernas a la vista',
  'create.seen.driver.nobody':
    'No se ve a nadie en {frames, plural, one {el fotograma revisado} other {los # fotogramas revisados}}. El movimiento tiene que venir de alguien.',
  'create.seen.driver.several':
    '{count} personas: se sigue a la más grande. Lo mejor es un clip con una sola.',
  'create.seen.driver.away':
    'En {count} de {frames} fotogramas mirados no se ve a nadie. Ahí no hay movimiento que seguir.',
  'create.seen.driver.turned':
    'En {count} de {frames} fotogramas revisados la persona está girada. Una imagen tiene un solo lado; «Control de movimiento» admite dos más en este equipo, de lado y de espaldas.',
  'create.seen.driver.cut':
    '{count, plural, one {Un brazo o una pierna queda casi siempre fuera de la imagen y no se moverá.} other {# brazos y piernas quedan casi siempre fuera de la imagen y no se moverán.}}',
  'create.seen.used': 'Cara {number} de {count}, la que se usa',
  'create.seen.other': 'Cara {number} de {count}',
  'create.seen.choose': '{count} personas: elige a quién cambiar',
  'create.other.on': 'Para la persona {number} de {count}',
  'create.other.nobody': 'No queda nadie para esta cara.',
  'create.seen.who': 'A quién cambiar',
  'create.seen.person': 'Persona {number} de {count}',
  'create.seen.voice': '{length} de voz',
  'create.seen.voice_short': 'Solo dura {length}. Con 10 a 30 s se parece más.',
  'create.no_face':
    'No se ha encontrado ninguna cara. Usa una con la cara de frente y bien iluminada.',

  'failure.waited.title': 'Te esperó 24 horas',
  'failure.waited.advice':
    'Por eso el trabajo terminó solo. No se ha cobrado nada. Empiézalo otra vez cuando tengas un momento.',
  'failure.no_face.video.title': 'No se ha encontrado ninguna cara en {name}',
  'failure.no_face.video.advice':
    'Usa un clip en el que se vea una cara, que no sea muy pequeña ni esté siempre de lado.',
  'failure.no_face.image.title': 'No se ha encontrado ninguna cara en {name}',
  'failure.no_face.image.advice': 'Usa una foto de una sola cara, de frente y bien iluminada.',
  'failure.no_face_in':
    '{frames, plural, one {Se ha revisado el único fotograma} other {Se han revisado los # fotogramas}}.',
  'failure.faces_too_small':
    'Hay caras, pero demasiado pequeñas o demasiado giradas en los {frames} fotogramas.',
  'failure.picture.title': '{name} no sirve aquí',
  'failure.picture.side':
    'Muestra al personaje desde otro lado del necesario: la primera imagen de frente, las demás de lado y de espaldas.',
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
  'form_preset.name_rule': 'De 1 a {max} caracteres.',
} as const satisfies Record<keyof typeof enCreate, string>;
