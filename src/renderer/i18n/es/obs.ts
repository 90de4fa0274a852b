import type { enObs } from '../en/obs.ts';

/** Texts in Spanish about OBS Studio on this computer. */
export const esObs = {
  'settings.obs': 'OBS',
  'obs.title': 'OBS Studio',
  'obs.intro':
    'Guise manda su imagen directamente a OBS: sin cámara virtual, sin controlador, y OBS se queda como lo tenías.',

  'obs.state.off': 'Sin conectar',
  'obs.state.ready': 'Conectado',
  'obs.state.in_use': 'OBS recibe la imagen',
  'obs.state.needs_setup': 'Te está esperando',
  'obs.state.needs_approval': 'Te está esperando',
  'obs.state.blocked': 'No funciona con este OBS',

  'obs.remedy.install_obs.title': 'No se ha encontrado OBS',
  'obs.remedy.install_obs.text':
    'Con este usuario no se ha abierto nunca. Instala OBS 28 o posterior, ábrelo una vez y vuelve a conectar.',
  'obs.remedy.start_obs.title': 'OBS no está abierto',
  'obs.remedy.start_obs.text':
    'Abre OBS. Guise se conecta solo en cuanto aparece. Si ya está abierto, activa el servidor en Herramientas → Ajustes del servidor WebSocket.',
  'obs.remedy.enable_server.title': 'OBS no deja que se conecten programas',
  'obs.remedy.enable_server.text':
    'En OBS, abre Herramientas → Ajustes del servidor WebSocket y marca «Habilitar servidor WebSocket». Deja la contraseña activada.',
  'obs.remedy.enter_password.title': 'OBS pide su contraseña',
  'obs.remedy.enter_password.text':
    'En OBS: Herramientas → Ajustes del servidor WebSocket → Mostrar información de conexión. Copia la contraseña y pégala aquí.',
  'obs.remedy.correct_password.title': 'La contraseña no es correcta',
  'obs.remedy.correct_password.text':
    'En OBS: Herramientas → Ajustes del servidor WebSocket → Mostrar información de conexión. Cópiala otra vez; no es la contraseña de tu canal.',
  'obs.remedy.update_obs.title': 'Este OBS es demasiado antiguo',
  'obs.remedy.update_obs.text':
    'Guise necesita OBS 28 o posterior. Actualiza OBS y vuelve a conectar.',
  'obs.remedy.check_port.title': 'En el puerto {port} responde otra cosa',
  'obs.remedy.check_port.text':
    'Mira el puerto en OBS, en Herramientas → Ajustes del servidor WebSocket, y ponlo aquí.',
  'obs.remedy.set_up.title': 'Conectado. OBS aún no muestra Guise',
  'obs.remedy.set_up.text':
    'Con un clic se añade una escena «Guise» con la imagen. Tus demás escenas se quedan como están, y la que está en directo no cambia.',

  'obs.connection': 'Conexión',
  'obs.connected_to': 'OBS {version}, puerto {port}',
  'obs.password': 'Contraseña del servidor de OBS',
  'obs.password_hint': 'Se queda en este equipo, cifrada por el sistema donde es posible.',
  'obs.port': 'Puerto',
  'obs.port_hint': 'Déjalo vacío para usar el de los ajustes de OBS.',
  'obs.port_range': 'Un número de {min} a {max}.',
  'obs.connect': 'Conectar',
  'obs.disconnect': 'Desconectar',
  'obs.disconnect_hint':
    'Al desconectar también se olvida la contraseña. La escena y las fuentes se quedan en OBS.',

  'obs.picture': 'Imagen en OBS',
  'obs.picture_none': 'Todavía no está',
  'obs.picture_at': 'Fuente «{input}» en la escena «{scene}»',
  'obs.picture_loose': 'La fuente «{input}» no está en ninguna escena',
  'obs.set_up': 'Configurar con un clic',
  'obs.set_up_again': 'Configurar otra vez',
  'obs.set_up_done': 'OBS muestra Guise',

  'obs.sync': 'Retardo del audio',
  'obs.sync_hint': 'OBS retiene «{input}» para que los labios y la voz coincidan.',
  'obs.sync_none':
    'OBS no tiene ninguna fuente de micrófono. Añade una en OBS y ajusta aquí el retardo.',
  'obs.sync_value': '{ms} ms',
  'obs.sync_less': '1 fotograma antes',
  'obs.sync_more': '1 fotograma después',
  'obs.sync_match': 'Ajustar a la imagen ({ms} ms)',

  'obs.virtual_camera': 'Cámara virtual de OBS',
  'obs.virtual_camera_hint':
    'Lleva a las videollamadas lo que muestra OBS. Los navegadores y los programas de llamadas la ven como «OBS Virtual Camera».',
  'obs.virtual_camera_none': 'En este sistema, este OBS no tiene cámara virtual.',

  'obs.test': 'Prueba',
  'obs.test_hint': 'Pregunta a OBS qué muestra y lo compara con lo que ha mandado Guise.',
  'obs.test_run': 'Probar ahora',
  'obs.verdict.ours': 'OBS muestra la imagen de Guise.',
  'obs.verdict.black':
    'OBS no muestra nada. Espera un segundo y prueba otra vez; si sigue en negro, configura de nuevo.',
  'obs.verdict.other':
    'OBS muestra una imagen distinta de la que ha mandado Guise. Configura de nuevo; también puede deberse a un filtro de la fuente.',
  'obs.test_image': 'Lo que muestra OBS',
} as const satisfies Record<keyof typeof enObs, string>;
