import type { enPresets } from '../en/presets.ts';

/** Texts in Spanish about presets. */
export const esPresets = {
  'presets.title': 'Looks',
  'presets.menu': 'Más sobre los looks',
  'presets.menu_of': 'Más sobre {name}',
  'presets.empty': 'Guarda cómo te ves y cómo suenas ahora; lo recuperas con una pulsación.',
  'presets.add': 'Guardar este look',
  'presets.add_title': 'Guardar este look',
  'presets.add_text': 'Personaje, instrucción, fondo, voz y dispositivos, tal como están ahora.',
  'presets.name': 'Nombre',
  'presets.name_rule': 'Un nombre de {max} caracteres como mucho.',
  'presets.usual_name': 'Look {number}',
  'presets.update': 'Sustituir por el look actual',
  'presets.rename': 'Cambiar el nombre',
  'presets.left': 'Mover a la izquierda',
  'presets.right': 'Mover a la derecha',
  'presets.export': 'Guardar como archivo',
  'presets.export_title': '¿Incluir la imagen en el archivo?',
  'presets.export_text':
    'Si la incluyes, quien reciba el archivo tendrá la imagen de esta persona. Si no, elegirá un personaje propio.',
  'presets.export_with': 'Con la imagen',
  'presets.export_without': 'Sin ella',
  'presets.import': 'Añadir desde un archivo',
  'presets.import_title': '«{name}» trae una imagen',
  'presets.import_without': 'Añadir sin la imagen',
  'presets.remove': 'Quitar {name}',

  'notice.presets_set_aside.title': 'No se han podido leer los looks',
  'notice.presets_set_aside.text': 'La lista empieza de cero. La antigua se ha guardado aparte.',
} as const satisfies Record<keyof typeof enPresets, string>;
