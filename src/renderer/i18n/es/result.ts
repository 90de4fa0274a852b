import type { enResult } from '../en/result.ts';

/** Texts in Spanish about results: the verdict, the comparison, what can be done with them. */
export const esResult = {
  'verdict.title': 'Veredicto',
  'verdict.good': 'Bien: {what}.',
  'verdict.visible': 'Se nota si te fijas: {what}.',
  'verdict.unconvincing': 'No convence: {what}.',
  'verdict.unmeasured': 'Listo. Aquí no se mide cómo se ve: míralo tú al 100 %.',
  'verdict.unmeasured_sound': 'Listo. Aquí no se mide cómo suena: escúchalo.',
  'verdict.alike': 'la cara es la de la foto',
  'verdict.alike_voice': 'el tono y el timbre se acercan a la muestra',
  'verdict.steady': 'se mantiene firme',
  'verdict.moves': 'se mueve como el clip',
  'verdict.whole': 'brazos, piernas y ropa quedan enteros',
  'verdict.lips_close': 'los labios se cierran donde lo piden las palabras',
  'verdict.lips_in_time': 'van a la par del sonido',
  'verdict.sharpness.softer':
    'queda algo más suave que {kind, select, video {el clip} other {la imagen}}',
  'verdict.sharpness.same':
    'es igual de nítida que {kind, select, video {el clip} other {la imagen}}',
  'verdict.sharpness.sharper':
    'queda algo más nítida que {kind, select, video {el clip} other {la imagen}}',
  'verdict.finding.other_face':
    'la cara {grade, select, unconvincing {no es} other {solo en parte es}} la de la foto',
  'verdict.finding.face_before': 'aún se reconoce a la persona de antes',
  'verdict.finding.untouched': 'el {percent} % de los fotogramas quedó como estaba',
  'verdict.finding.unsteady':
    'la cara {grade, select, unconvincing {flota} other {se mueve}} sobre la cabeza',
  'verdict.finding.soft': 'la cara está más borrosa que lo que la rodea',
  'verdict.finding.sharp': 'la cara está demasiado marcada, como pintada encima',
  'verdict.finding.edges': 'el cuello, el pelo y los bordes suelen delatar una cabeza entera',
  'verdict.finding.turned': 'la foto mira hacia otro lado que la persona a la que se le puso',
  'verdict.finding.forehead': 'hay algo en la frente: una costura, una mancha o pelo',
  'verdict.finding.shaded': 'la sombra de la frente vino con la foto',
  'verdict.finding.eyes_off': 'los ojos no están donde estaban',
  'verdict.finding.glasses': 'las gafas de la foto quedaron pintadas en la piel',
  'verdict.finding.glasses_off': 'se quitaron las gafas de la foto y se nota',
  'verdict.finding.other_voice': 'habló otra voz',
  'verdict.finding.pitch':
    'la voz es más {higher, select, yes {aguda} other {grave}} que la muestra',
  'verdict.finding.melody': 'suena más monótona que la muestra',
  'verdict.finding.tone': 'el timbre no es el de la muestra',
  'verdict.finding.lips_open': 'los labios quedan abiertos en algunas p, b y m',
  'verdict.finding.lips_late':
    'los labios van {early, select, yes {por delante} other {por detrás}} del sonido',
  'verdict.finding.lips_loose': 'la boca sigue las palabras solo a medias',
  'verdict.finding.mouth_covered': 'donde algo tapa la boca, dice las palabras de antes',
  'verdict.finding.mouth_drawn': 'los dientes y la lengua están dibujados',
  'verdict.finding.motion_off':
    'el cuerpo {grade, select, unconvincing {no} other {no siempre}} está donde debería',
  'verdict.finding.motion_unmeasured':
    'las articulaciones se pusieron a mano, así que nada midió lo bien que se mueve',
  'verdict.finding.seams':
    '{grade, select, unconvincing {los brazos, las piernas o la ropa se rompen} other {en los brazos, el cuello y los bordes se nota dónde se dobló la imagen}}',
  'verdict.finding.driver_turned':
    'en el {percent} % de los fotogramas la persona del clip se da la vuelta y la tuya no',
  'verdict.finding.driver_lost': 'en el {percent} % de los fotogramas no había a quién seguir',
  'verdict.finding.head_only': 'solo la cabeza es nueva; el cuerpo y la ropa son los del clip',
  'verdict.finding.ground_guessed': 'el {percent} % del fondo está inventado',
  'verdict.finding.limbs_left':
    '{count, plural, =0 {brazos y piernas no se mueven} one {se mueve una de las cuatro extremidades} other {se mueven # de las cuatro extremidades}}',
  'verdict.advice.other_face':
    'Una foto de frente, con la cara despejada y al menos 300 píxeles de ella, se acerca más.',
  'verdict.advice.face_before':
    'Una foto de frente, con la cara despejada y al menos 300 píxeles de ella, se acerca más.',
  'verdict.advice.untouched':
    'Ahí no se encontró ninguna cara: está girada, tapada, es demasiado pequeña o no sale.',
  'verdict.advice.unsteady':
    'Barbas, gafas y pelo sobre la cara son lo que peor se mueve. Una foto sin ellos, de frente, queda más firme.',
  'verdict.advice.soft':
    'La foto tiene pocos píxeles de la cara o está borrosa. Una más nítida ayuda.',
  'verdict.advice.sharp':
    'Lo causan la luz dura, el maquillaje, el grano y los dibujos. Una foto con luz suave y pareja encaja mejor.',
  'verdict.advice.edges':
    'Ninguna cifra los mide: míralos al 100 %. Lo que mejor encaja es una foto con cabeza, cuello y pelo enteros, girada igual.',
  'verdict.advice.turned':
    'El lado que la foto no muestra hay que inventarlo. Encaja mejor una que mire hacia el mismo lado.',
  'verdict.advice.forehead':
    'Ahí se junta la cara con la cabeza. Encaja mejor una foto sin flequillo y con una luz parecida a la del destino.',
  'verdict.advice.shaded':
    'Lo causan las gorras, los flequillos y la luz dura desde arriba. Usa una foto con la frente despejada e iluminada.',
  'verdict.advice.glasses':
    'Las gafas oscuras tapan los ojos y vienen con la cara como si fueran piel. Usa una foto en la que se vean los ojos.',
  'verdict.advice.glasses_off':
    'La piel y las cejas tras la montura son inventadas. Lo mejor es una foto sin gafas.',
  'verdict.advice.eyes_off':
    'Lo causan las gafas, los ojos entrecerrados y las fotos inclinadas. Queda mejor una que mire de frente a la cámara.',
  'verdict.advice.other_voice': 'Elige una que se pueda usar aquí y vuelve a generarlo.',
  'verdict.advice.pitch':
    'De diez a treinta segundos de una voz tranquila, sin música ni ruido, se acercan más.',
  'verdict.advice.melody':
    'De diez a treinta segundos de habla viva, sin música ni ruido, se acercan más.',
  'verdict.advice.tone':
    'De diez a treinta segundos de una voz tranquila, sin música ni ruido, se acercan más.',
  'verdict.advice.lips_open':
    '{portrait, select, yes {Una foto con los labios cerrados o que muestre los dientes} other {Un clip con la cara más grande, de frente y bien iluminada,}} cierra mejor.',
  'verdict.advice.lips_late':
    'Un clip con una tasa de fotogramas constante va a la par: conviértelo a 25 o 30 por segundo.',
  'verdict.advice.lips_loose':
    'Un clip en el que la persona habla, más grande y de frente, tiene más bocas donde elegir.',
  'verdict.advice.mouth_covered':
    'Ahí estorban unas manos, un micrófono o una taza. Un clip con la boca despejada funciona entero.',
  'verdict.advice.mouth_drawn':
    'En el clip la boca apenas se abre. Uno en el que se abre más aporta sus propios dientes.',
  'verdict.advice.motion_off':
    'Lo que mejor se mueve es una persona de pie, de pies a cabeza y con los brazos separados del cuerpo. Faldas largas y abrigos, mal.',
  'verdict.advice.motion_unmeasured':
    'Míralo una vez entero. Donde algo se doble mal, ajusta sus articulaciones y vuelve a lanzarlo.',
  'verdict.advice.seams':
    'Lo que se toca o se cruza se rompe primero. Una imagen con los brazos separados y las piernas sin cruzar, sobre un fondo liso, queda entera.',
  'verdict.advice.driver_turned':
    'Cada imagen muestra un solo lado. Lo mejor es un clip de frente todo el tiempo; «Control de movimiento» admite en este equipo también imágenes de lado y de espaldas.',
  'verdict.advice.driver_lost':
    'Ahí la persona está de espaldas, tapada o fuera de la imagen. Mejor un clip que la muestre todo el tiempo.',
  'verdict.advice.head_only':
    'Una imagen de una persona de pie, de pies a cabeza y de frente, entra entera.',
  'verdict.advice.ground_guessed':
    'Nadie ha visto lo que hay detrás de quien apenas se mueve. Un clip en el que camina, o en el que la cámara se desplaza, lo enseña.',
  'verdict.advice.limbs_left':
    'Solo se mueve lo que muestran tanto la imagen como el clip. Usa unos de pies a cabeza.',
  'verdict.try.image_key': 'Probar con otra imagen',
  'verdict.try.character_key': 'Probar con otra imagen',
  'verdict.try.face_key': 'Probar otra foto',
  'verdict.try.video_key': 'Probar otro clip',
  'verdict.try.voice_sample_key': 'Probar otra muestra',
  'verdict.try.voice_id': 'Probar otra voz',
  'verdict.try.max_duration_sec': 'Probar los primeros {value} s',
  'verdict.numbers': 'Cifras',

  'compare.hold': 'Mantén pulsado: original (O)',
  'compare.zoom': 'Tamaño',
  'compare.zoom.fit': 'Ajustar',
  'compare.zoom.percent': '{percent} %',
  'compare.frame_back': 'Un fotograma atrás (,)',
  'compare.frame_on': 'Un fotograma adelante (.)',
  'compare.mark_back': 'Parte anterior sin cambio',
  'compare.mark_on': 'Siguiente parte sin cambio',

  'job.change': 'Cambiar y repetir',
  'job.use_as': 'Usar en «{form}» · {field}',
  'job.copy_settings': 'Copiar los ajustes',
  'job.copied_settings': 'Los ajustes están en el portapapeles',
  'job.copy_curl': 'Copiar como curl',
  'job.copied_curl': 'El comando curl está en el portapapeles',
  'job.drag': 'Arrastrar fuera',
  'job.drag_hint': 'Arrástralo a una carpeta o a otro programa',
} as const satisfies Record<keyof typeof enResult, string>;
