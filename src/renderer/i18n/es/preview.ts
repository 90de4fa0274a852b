import type { enPreview } from '../en/preview.ts';

/** Texts in Spanish about seeing the character before going live. */
export const esPreview = {
  'preview.label': 'Vista previa: como te verán los demás',
  'preview.starting': 'Tu personaje aparece en un momento.',
  'preview.elsewhere':
    'Tu personaje aparece cuando emites. Hasta entonces no se cobra nada y tu cámara no sale de aquí.',
  'preview.failed': 'Sin vista previa: {why}. Puedes emitir igualmente.',
  'preview.switch': 'Vista previa con tu personaje',
  'output.covered.face.title': 'No se encuentra tu cara',
  'output.covered.face.text': 'Se ve tu pantalla de pausa. Mira a la cámara.',
  'output.covered.busy.title': 'Este equipo está saturado',
  'output.covered.busy.text':
    'Las imágenes llegan demasiado espaciadas para seguir tu cara, así que se ve tu pantalla de pausa. Cierra otros programas o envía una imagen más pequeña.',
  'output.covered.device.title': 'Los demás programas reciben tu pantalla de pausa',
  'output.covered.device.text':
    'Desaparece sola en cuanto vuelvan a llegar imágenes a Guise Camera.',
  'output.watched':
    '→ Guise Camera, {count, plural, one {# programa la recibe} other {# programas la reciben}}',
  'output.unwatched': 'nadie lo recibe todavía',
  'output.cover_kind.hold': 'Última imagen',
  'output.auto_size': 'Imagen más pequeña si este equipo no da abasto',
  'output.smaller.title': 'La imagen va ahora a {p}p y {fps} fps',
  'output.smaller.text':
    'De {p}p a {fps} fps, este equipo llegaba a {came} fps. Puedes volver a elegir el tamaño en Cámara.',
  'output.limit.smallest':
    'La imagen ya no puede ser más pequeña. Cierra lo demás que tenga ocupado este equipo.',
  'output.changing': 'Tu personaje está cambiando',
  'cover.title': 'Pantalla de pausa',
  'cover.alt': 'Tu pantalla de pausa',
  'cover.words': 'Texto que lleva',
  'cover.words_example': 'p. ej. Ahora vuelvo',
  'cover.choose': 'Elegir imagen',
  'cover.apply': 'Poner el texto',
  'cover.reset': 'Usar la de Guise',
  'cover.hint':
    'Es lo que ven los demás cuando te ocultas o falta tu imagen. Cambia al instante, también en directo.',
} as const satisfies Record<keyof typeof enPreview, string>;
