import type { enWatch } from '../en/watch.ts';

/** Texts in Spanish about the folder whose new files are taken in. */
export const esWatch: Readonly<Record<keyof typeof enWatch, string>> = {
  'watch.title': 'Vigilar una carpeta',
  'watch.hint':
    'Los archivos nuevos de la carpeta se recogen solos, una vez cada uno, en cuanto están completos.',
  'watch.folder': 'Carpeta',
  'watch.folder_none': 'Aún no has elegido ninguna. Lo que ya haya al activarlo no se toca.',
  'watch.choose': 'Elegir…',
  'watch.gone': 'Ahora mismo no se puede leer la carpeta: {folder}',
  'watch.action': 'Qué pasa con los archivos nuevos',
  'watch.action.draft': 'Llevarlos a Crear',
  'watch.action.jobs': 'Empezar trabajos',
  'watch.action_hint':
    'Para trabajos, rellena un formulario en Crear y pulsa «Hacer esto con los archivos nuevos».',
  'watch.setup': 'Trabajos: {what}',
  'watch.setup_with': 'Trabajos: {what} con {names}',
  'watch.free_only':
    'Los archivos nuevos solo se convierten en trabajos por sí solos donde es gratis. Si no, esperan en Crear con su precio.',
  'watch.state':
    '{taken, plural, =0 {Aún no se ha recogido nada} one {# archivo recogido} other {# archivos recogidos}}',
  'watch.refused': 'No se ha recogido {name}. {reason}',
  'watch.use_form': 'Hacer esto con los archivos nuevos',
  'watch.on_toast': 'Vigilando {folder}',
  'watch.found':
    '{count, plural, one {Hay un archivo nuevo de la carpeta} other {Hay # archivos nuevos de la carpeta}} en Crear',
  'watch.found_costs': 'En el servicio en uso esto cuesta dinero, así que lo inicias tú.',
  'watch.found_service':
    'El servicio en uso no es el de cuando lo configuraste, así que lo inicias tú.',
  'watch.found_unavailable':
    'El servicio en uso no puede hacerlo ahora mismo, así que lo inicias tú.',
  'watch.found_setup':
    'Lo que configuraste para los archivos nuevos ya no está completo: falta un archivo o ha cambiado, o falta un consentimiento. Así que lo inicias tú.',
  'watch.show': 'Mostrar',
  'notice.watch_set_aside.title': 'Se ha olvidado la carpeta vigilada',
  'notice.watch_set_aside.text':
    'No se ha podido leer lo que elegiste y se ha guardado aparte. Elige la carpeta otra vez.',
};
