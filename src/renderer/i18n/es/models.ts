import type { enModels } from '../en/models.ts';

/** Texts in Spanish about the models of the user. */
export const esModels = {
  'settings.models': 'Modelos',
  'models.intro':
    'Los trabajos de este equipo pueden usar modelos neuronales en formato ONNX que pongas en la carpeta. Guise no descarga ninguno.',
  'models.folder': 'Carpeta de modelos',
  'models.rescan': 'Volver a leer',
  'models.looking': 'Leyendo la carpeta',
  'models.empty.title': 'No hay modelos en la carpeta',
  'models.empty.text':
    'Los trabajos usan el motor que trae Guise. Pon archivos ONNX en la carpeta y vuelve a leerla.',
  'models.unreadable.title': 'No se ha podido leer la carpeta de modelos',
  'models.choice': 'Qué usan los trabajos',
  'models.choice_hint':
    'Vale a partir del siguiente trabajo. El que está en curso sigue con lo suyo. Las voces de modelos se eligen en Voces.',
  'models.swapper': 'Cambia la cara',
  'models.swapper_hint': 'El motor integrado no necesita modelo y va en cualquier equipo.',
  'models.restorer': 'Recupera detalle',
  'models.restorer_hint': 'Solo funciona junto con un modelo que cambie la cara.',
  'models.occluder': 'Deja manos y pelo delante',
  'models.occluder_hint': 'Solo funciona junto con un modelo que cambie la cara.',
  'models.sound_to_mouth': 'Lee la boca en el sonido',
  'models.sound_to_mouth_hint':
    'Dice a los labios sincronizados y a los retratos que hablan cuánto se abre la boca. Los labios se siguen juntando en p, b y m.',
  'models.mouth_painter': 'Pinta la boca',
  'models.mouth_painter_hint':
    'Para sincronizar labios, en vez de las bocas del propio clip. Si deja abiertos labios que deben juntarse, Guise los cierra.',
  'models.portrait_animator': 'Mueve retratos',
  'models.portrait_animator_hint':
    'Para retratos que hablan: mueve la cara; el cuerpo y el fondo siguen siendo de Guise. Sin tarjeta gráfica tarda segundos por fotograma.',
  'models.pose_estimator': 'Sitúa articulaciones',
  'models.pose_estimator_hint':
    'Para control de movimiento y cambio de identidad: dice dónde están las articulaciones, en imágenes y clips. Donde duda, decide Guise.',
  'models.human_parser': 'Distingue partes del cuerpo',
  'models.human_parser_hint':
    'Para control de movimiento y cambio de identidad: dice qué es brazo, pierna, pelo o falda, para que los cortes vayan por donde deben.',
  'models.diffusion': 'Cambia imágenes con palabras',
  'models.diffusion_hint':
    'Recibe lo que ningún paso de Guise hace, como objetos, lugares y ropa nuevos. De lo demás se encarga Guise. Sin tarjeta gráfica una imagen tarda minutos.',
  'models.matting': 'Encuentra personas',
  'models.matting_hint':
    'Para fondos, luz y clima en imágenes y vídeos que cambias con palabras. En los vídeos se aplica a cada fotograma.',
  'models.built_in': 'Motor integrado',
  'models.none': 'Ninguno',
  'models.gone': '{id}, no se puede usar',
  'models.gone_note.title': 'Un modelo elegido no se puede usar',
  'models.gone_note.text':
    'Los trabajos usan en su lugar el motor integrado, y su informe lo dice. Elige otro modelo o devuelve el archivo a su sitio.',
  'models.speed': 'Velocidad en este equipo',
  'models.speed_hint':
    'Abre los modelos elegidos, ejecuta cada uno, cambia una cara en unos fotogramas de 720p y hace una imagen.',
  'models.measure': 'Medir',
  'models.measured': '{ms, number} ms por fotograma',
  'models.measured_picture': '{time} por imagen',
  'models.ran_on': '{label}: {provider}, {ms, number} ms por pasada',
  'models.files': 'En la carpeta',
  'models.usable': 'se puede usar',
  'models.not_usable': 'no se puede usar',
  'models.licence': 'Licencia: {text} ({use})',
  'models.use.open': 'libre',
  'models.use.non_commercial': 'no comercial',
  'models.use.unknown': 'licencia desconocida',
  'models.kind.swapper': 'cambia la cara',
  'models.kind.restorer': 'recupera detalle',
  'models.kind.occluder': 'deja manos y pelo delante',
  'models.kind.parser': 'deja manos y pelo delante',
  'models.kind.embedder': 'reconoce la cara de una foto',
  'models.kind.converter': 'convierte lo que reconoce ArcFace',
  'models.kind.speaker': 'habla',
  'models.kind.voice': 'cambia una voz',
  'models.kind.encoder': 'oye lo que se dice',
  'models.kind.estimator': 'sigue el tono',
  'models.kind.sound_to_mouth': 'lee la boca en el sonido',
  'models.kind.mouth_painter': 'pinta la boca',
  'models.kind.portrait_animator': 'mueve retratos',
  'models.kind.animator_part': 'parte de lo que mueve retratos',
  'models.kind.pose_estimator': 'sitúa articulaciones',
  'models.kind.human_parser': 'distingue partes del cuerpo',
  'models.kind.diffusion': 'cambia imágenes con palabras',
  'models.kind.diffusion_part': 'parte de lo que cambia imágenes con palabras',
  'models.kind.matting': 'encuentra personas',
  'models.kind.other': 'sin reconocer',
} as const satisfies Record<keyof typeof enModels, string>;
