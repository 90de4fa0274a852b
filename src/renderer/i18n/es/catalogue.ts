import { toCapabilityTexts } from '../capability-texts.ts';
import type { TextKey } from '../en/catalogue.ts';
import { esAccount } from './account.ts';
import { esChanger } from './changer.ts';
import { esCreate } from './create.ts';
import { esControl } from './control.ts';
import { esEngine } from './engine.ts';
import { esFaults } from './faults.ts';
import { esHotkeys } from './hotkeys.ts';
import { esMessages } from './messages.ts';
import { esOnboarding } from './onboarding.ts';
import { esPreview } from './preview.ts';
import { esQueue } from './queue.ts';
import { esResult } from './result.ts';
import { esPresets } from './presets.ts';
import { esVoiceNames } from './voice-names.ts';
import { esJobs } from './jobs.ts';
import { esCameras } from './cameras.ts';
import { esMicrophone } from './microphone.ts';
import { esLibrary } from './library.ts';
import { esLive } from './live.ts';
import { esObs } from './obs.ts';
import { esModels } from './models.ts';
import { esSpend } from './spend.ts';
import { esStage } from './stage.ts';
import { esSettings } from './settings.ts';
import { esStorage } from './storage.ts';
import { esVoices } from './voices.ts';
import { esWatch } from './watch.ts';

/** Every text of the interface in Spanish. */
export const es: Readonly<Record<TextKey, string>> = {
  ...toCapabilityTexts('es'),
  ...esAccount,
  ...esChanger,
  ...esControl,
  ...esCreate,
  ...esEngine,
  ...esFaults,
  ...esHotkeys,
  ...esPresets,
  ...esMessages,
  ...esOnboarding,
  ...esPreview,
  ...esQueue,
  ...esResult,
  ...esVoiceNames,
  ...esJobs,
  ...esCameras,
  ...esLibrary,
  ...esLive,
  ...esMicrophone,
  ...esModels,
  ...esObs,
  ...esSpend,
  ...esStage,
  ...esSettings,
  ...esStorage,
  ...esVoices,
  ...esWatch,

  'app.name': 'Guise',
  'app.skip': 'Ir al contenido',

  'nav.label': 'Pantallas',
  'nav.live': 'En directo',
  'nav.create': 'Crear',
  'nav.voices': 'Voces',
  'nav.history': 'Historial',
  'nav.account': 'Cuenta',
  'nav.settings': 'Ajustes',

  'action.close': 'Cerrar',
  'action.cancel': 'Cancelar',
  'action.save': 'Guardar',
  'action.remove': 'Quitar',
  'action.use': 'Usar',
  'action.enter_key': 'Introducir la clave',
  'action.check': 'Probar la conexión',
  'action.try_again': 'Reintentar',
  'action.reload': 'Recargar la ventana',
  'action.open_folder': 'Abrir la carpeta',
  'action.open_service': 'Abrir los ajustes del servicio',
  'action.add_service': 'Añadir un servicio',
  'action.copy': 'Copiar los datos',
  'action.restore_backup': 'Restaurar la copia del {at}',
  'action.start_anew': 'Empezar con el historial vacío',
  'action.start_again': 'Volver a iniciar',

  'status.label': 'Estado',
  'status.this_computer': 'Este equipo',
  'status.starting': 'arrancando',
  'status.running': 'en marcha',
  'status.stopped': 'parado',
  'status.cores': '{count, plural, one {# núcleo} other {# núcleos}}',
  'status.cores_hint': 'Hilos de procesador de este equipo, según los cuenta el sistema',
  'status.camera_on': 'Cámara encendida',
  'status.microphone_on': 'Micrófono encendido',
  'status.unchecked': 'sin probar',
  'status.checking': 'probando',
  'status.connected': 'conectado',
  'status.failed': 'sin conexión',
  'status.commands': 'Comandos',
  'status.shortcuts': 'Atajos',

  'toasts.label': 'Avisos',
  'embedded.failed.title': 'El servicio de este equipo no está en marcha',
  'embedded.failed.in_use':
    'Otro proceso trabaja con su carpeta de datos. Ciérralo y vuelve a iniciar el servicio.',
  'embedded.failed.storage':
    'No puede leer o escribir sus datos. Revisa el espacio libre y los permisos de la carpeta de datos y vuelve a iniciarlo.',
  'embedded.failed.damaged':
    'Su base de datos está dañada, quizá por un corte de luz o un disco que falla. Vuelve a la última copia buena o empieza con el historial vacío. El archivo dañado se conserva en los dos casos.',
  'embedded.failed.damaged_no_copy':
    'Su base de datos está dañada, quizá por un corte de luz o un disco que falla, y todavía no hay ninguna copia. Puedes empezar con el historial vacío; el archivo dañado se conserva.',
  'embedded.failed.other':
    'No ha arrancado, o se ha parado varias veces. Hasta que esté en marcha, aquí no hay trabajos. Lo que ha pasado está en los registros.',
  'embedded.back.title': 'El servicio de este equipo vuelve a estar en marcha',
  'embedded.back.text': 'Se había parado. Lo que ha pasado está en los registros.',

  'live.title': 'En directo',
  'live.stage': 'Vista previa de la cámara',
  'live.mirrored': 'Tú, en espejo',
  'live.unmirrored': 'Tú, como te ven los demás',
  'live.empty.title': 'Tu cámara está apagada',
  'live.empty.text':
    'Suelta aquí una imagen y sé esa persona. Nada sale de esta ventana hasta que emitas.',
  'live.start_camera': 'Encender cámara',
  'live.stop_camera': 'Apagar cámara',
  'live.start_microphone': 'Encender micrófono',
  'live.stop_microphone': 'Apagar micrófono',
  'live.starting': 'Encendiendo la cámara',
  'live.camera': 'Cámara',
  'live.microphone': 'Micrófono',
  'live.choose_camera': 'Elige una cámara',
  'live.choose_microphone': 'Elige un micrófono',
  'live.unnamed_camera': 'Cámara {number}',
  'live.unnamed_microphone': 'Micrófono {number}',
  'live.no_camera_listed': 'Sin cámara aún',
  'live.no_microphone_listed': 'Sin micrófono aún',
  'live.mirror': 'Vista previa en espejo',
  'live.mirror_hint': 'Solo lo que ves tú aquí. Nunca cambia lo que ven los demás.',
  'live.stand_in_camera': 'La cámara que elegiste no está. Otra ocupa su lugar.',
  'live.picture_facts': '{width} × {height}',
  'live.rate': '{fps} fps',
  'live.limit.camera':
    'La cámara da {camera} de {promised} fps. Ayuda más luz o un tiempo de exposición más corto.',
  'live.limit.computer':
    'Este equipo muestra {shown} de los {camera} fps que da la cámara. Quizá lo tienen ocupado otros programas.',
  'live.level': 'Nivel',
  'live.level_value': '{db} dB',
  'live.level_none': 'silencio',
  'live.stand_in_microphone': 'El micrófono que elegiste no está. Otro ocupa su lugar.',
  'live.silent':
    'No se oye nada desde hace cinco segundos. Revisa el interruptor de silencio y el micrófono elegido.',
  'live.clipping': 'Demasiado fuerte: el sonido se satura. Baja el nivel de entrada.',
  'live.microphone_hint': 'Habla como en tus directos. Busca picos entre −18 y −6 dB.',

  'device.off': 'sin encender',
  'device.starting': 'arrancando',
  'device.on': 'en marcha',
  'device.blocked': 'acceso bloqueado',
  'device.missing': 'no se encuentra',
  'device.busy': 'en uso por otro',
  'device.ended': 'se ha parado',
  'device.failed': 'ha fallado',
  'device.camera.blocked.title': 'La cámara está bloqueada',
  'device.camera.blocked.text':
    'Guise no puede usarla. Permite la cámara para Guise en los ajustes de privacidad del sistema y reinténtalo.',
  'device.camera.missing.title': 'No se ha encontrado ninguna cámara',
  'device.camera.missing.text': 'Conecta una o enciéndela. Aparece aquí sola.',
  'device.camera.busy.title': 'Otro programa usa la cámara',
  'device.camera.busy.text': 'Otro programa la está usando. Ciérralo o elige otra cámara.',
  'device.camera.ended.title': 'La cámara se ha parado',
  'device.camera.ended.text':
    'Se ha desconectado o apagado. Vuelve a conectarla o elige otra cámara.',
  'device.camera.failed.title': 'La cámara no ha arrancado',
  'device.camera.failed.text':
    'Ha respondido con un error. Desconéctala, vuelve a conectarla y reinténtalo.',
  'device.microphone.blocked.title': 'El micrófono está bloqueado',
  'device.microphone.blocked.text':
    'Guise no puede usarlo. Permite el micrófono para Guise en los ajustes de privacidad del sistema y reinténtalo.',
  'device.microphone.missing.title': 'No se ha encontrado ningún micrófono',
  'device.microphone.missing.text': 'Conecta uno o enciéndelo. Aparece aquí solo.',
  'device.microphone.busy.title': 'Otro programa usa el micrófono',
  'device.microphone.busy.text': 'Otro programa lo está usando. Ciérralo o elige otro micrófono.',
  'device.microphone.ended.title': 'El micrófono se ha parado',
  'device.microphone.ended.text':
    'Se ha desconectado o apagado. Vuelve a conectarlo o elige otro micrófono.',
  'device.microphone.failed.title': 'El micrófono no ha arrancado',
  'device.microphone.failed.text':
    'Ha respondido con un error. Desconéctalo, vuelve a conectarlo y reinténtalo.',

  'settings.title': 'Ajustes',
  'settings.sections': 'Secciones de los ajustes',
  'settings.appearance': 'Aspecto',
  'settings.service': 'Servicio',
  'settings.shortcuts': 'Atajos',
  'settings.storage': 'Almacenamiento',
  'settings.about': 'Acerca de',

  'appearance.theme': 'Tema',
  'appearance.theme_hint': '«Sistema» sigue a tu escritorio.',
  'appearance.theme.system': 'Sistema',
  'appearance.theme.dark': 'Oscuro',
  'appearance.theme.light': 'Claro',
  'appearance.language': 'Idioma',
  'appearance.language_hint': 'Cambia al momento, sin reiniciar.',
  'appearance.language.system': 'Sistema',
  'appearance.language.en': 'English',
  'appearance.language.de': 'Deutsch',
  'appearance.language.es': 'Español',
  'appearance.text_size': 'Tamaño del texto',
  'appearance.text_size_hint': 'Además del tamaño de texto del sistema.',
  'appearance.motion': 'Movimiento',
  'appearance.motion_hint': '«Reducido» quita todas las transiciones.',
  'appearance.motion.system': 'Sistema',
  'appearance.motion.reduced': 'Reducido',

  'service.profiles': 'Servicios',
  'service.intro':
    'El trabajo lo hace un servicio cada vez. Su clave va solo a ese servicio y ninguna ventana la vuelve a mostrar.',
  'service.active': 'en uso',
  'service.local_hint': 'Sin conexión y sin cuenta. Trabajar en este equipo es gratis.',
  'service.key_ends': 'La clave acaba en {last4}',
  'service.no_key': 'Sin clave',
  'service.key_unreadable':
    'El sistema ya no abre la clave guardada. Cambia el servicio e introdúcela otra vez.',
  'service.key_mismatch':
    'La clave no se introdujo para esta dirección, así que Guise no la manda allí. Revisa la dirección e introduce la clave otra vez.',
  'service.sandbox.on':
    'En este equipo, las fotos, los vídeos y el sonido se decodifican en un entorno aislado, lejos de tus archivos y de la red.',
  'service.sandbox.title': 'Los medios se decodifican sin aislamiento',
  'service.sandbox.other_system':
    'En este sistema, un vídeo dañado o malicioso podría llegar a tus archivos. Abre solo medios de confianza. El aislamiento necesita Linux.',
  'service.sandbox.not_installed':
    'Un vídeo dañado o malicioso podría llegar a tus archivos. Instala el paquete bubblewrap y reinicia Guise.',
  'service.sandbox.refused':
    'Un vídeo dañado o malicioso podría llegar a tus archivos. bubblewrap está instalado, pero este sistema no le deja crear espacios de nombres.',
  'service.protection.system': 'El sistema protege las claves ({backend}).',
  'service.protection.file.none':
    'No hay ninguna clave guardada. No se ha encontrado ningún llavero: la clave que añadas estará en un archivo que pueden leer otros programas de tu usuario.',
  'service.protection.file.title': 'El sistema no protege las claves',
  'service.protection.file.text':
    'No se ha encontrado ningún llavero, así que las claves están en un archivo que pueden leer otros programas de tu usuario. Una copia de la carpeta de datos las lleva junto con safe-storage.key, que las abre: guárdala con el mismo cuidado que las claves. Configura un llavero y añade las claves otra vez.',
  'service.add.title': 'Añadir un servicio',
  'service.change.title': 'Cambiar {name}',
  'service.name': 'Nombre',
  'service.name_hint': 'Así aparece en Guise.',
  'service.address': 'Dirección',
  'service.address_hint': 'Con la versión, como https://host/api/v1.',
  'service.key': 'Clave de API',
  'service.key_hint': 'A partir de entonces solo se ven sus cuatro últimos caracteres.',
  'service.key_keep': 'Déjalo vacío para conservar la clave que acaba en {last4}.',
  'service.invalid.name': 'Hace falta un nombre de 1 a 60 caracteres.',
  'service.invalid.address':
    'Hace falta una dirección completa que empiece por https:// (http:// solo para este equipo), sin clave, consulta ni fragmento.',
  'service.invalid.key':
    'Una clave tiene de 8 a 512 caracteres visibles, sin espacios. Para otro servidor hay que introducirla otra vez.',
  'service.saved': '{name} se ha guardado',
  'service.added': '{name} se ha añadido',
  'service.removed': '{name} se ha quitado',
  'service.used': 'Ahora se usa {name}',
  'service.check_ok': '{name} ha respondido',
  'service.check_ok_text': 'Nivel {tier}, saldo {amount}, {duration} ms.',
  'service.remove.title': 'Quitar {name}',
  'service.remove.text':
    'Su dirección y su clave se eliminan de este equipo. La cuenta del servicio se queda.',

  'shortcuts.title': 'Atajos de teclado',
  'shortcuts.intro':
    'Haz clic en un atajo para cambiarlo. «En todas partes» hace que funcione también en un juego o en el chat; Guise solo lo reserva mientras estás en directo o con la voz cambiada.',
  'shortcuts.keyboard': 'Sin ratón',
  'shortcuts.tab': 'Elemento siguiente; con Mayús, el anterior',
  'shortcuts.arrows': 'Moverse por una lista, un menú o una opción',
  'shortcuts.enter': 'Activar el elemento seleccionado',
  'shortcuts.escape': 'Cerrar lo que está abierto',

  'key.ctrl': 'Ctrl',
  'key.shift': 'Mayús',
  'key.tab': 'Tab',
  'key.arrows': 'Flechas',
  'key.enter': 'Intro',
  'key.space': 'Espacio',
  'key.escape': 'Esc',

  'about.version': 'Versión',
  'about.runtime': 'Entorno',
  'about.runtime.electron': 'Electron {version}',
  'about.runtime.chromium': 'Chromium del sistema {version}',
  'about.runtime.why':
    'Electron no está instalado aquí, así que esta ventana la dibuja el Chromium de tu sistema. Guise funciona igual.',
  'about.chromium': 'Chromium',
  'about.node': 'Node.js',
  'about.system': 'Sistema',
  'about.licence': 'Licencia',
  'about.licence_value': 'GPL-3.0-or-later',
  'about.licence_hint': 'Libre para usarlo, estudiarlo, compartirlo y cambiarlo.',
  'about.copied': 'Los datos están en el portapapeles',

  'palette.label': 'Comandos',
  'palette.placeholder': 'Busca comandos, personajes, voces, archivos',
  'palette.empty': 'Sin resultados',
  'commands.group.go': 'Ir a',
  'commands.group.capture': 'Grabación',
  'commands.capture.record': 'Grabar',
  'commands.capture.mark': 'Poner un marcador en la grabación',
  'commands.capture.replay': 'Guardar una repetición',
  'commands.capture.replay_seconds': 'Guardar los últimos {seconds} segundos',
  'commands.capture.no_output': 'Todavía no sale nada. Emite primero.',
  'commands.capture.no_recording': 'No se está grabando nada',
  'commands.capture.replay_is_off':
    'La repetición está desactivada. Actívala en «En directo», en «Sesión».',
  'commands.group.appearance': 'Aspecto',
  'commands.group.service': 'Servicio',
  'commands.group.app': 'Guise',
  'commands.palette': 'Abrir los comandos',
  'commands.shortcuts': 'Mostrar los atajos de teclado',
  'commands.go.live': 'Ir a En directo',
  'commands.go.create': 'Ir a Crear',
  'commands.go.voices': 'Ir a Voces',
  'commands.go.history': 'Ir a Historial',
  'commands.go.account': 'Ir a Cuenta',
  'commands.go.settings': 'Ir a Ajustes',
  'commands.theme.system': 'Tema: sistema',
  'commands.theme.dark': 'Tema: oscuro',
  'commands.theme.light': 'Tema: claro',
  'commands.theme.toggle': 'Alternar entre oscuro y claro',
  'commands.language.system': 'Idioma: sistema',
  'commands.language.en': 'Idioma: English',
  'commands.language.de': 'Idioma: Deutsch',
  'commands.language.es': 'Idioma: Español',
  'commands.text.larger': 'Texto más grande',
  'commands.text.smaller': 'Texto más pequeño',
  'commands.text.normal': 'Tamaño de texto normal',
  'commands.service.add': 'Añadir un servicio',
  'commands.service.restart': 'Volver a iniciar el servicio',
  'commands.service.use': 'Usar {name}',
  'commands.folder.data': 'Abrir la carpeta de ajustes y perfiles',
  'commands.folder.results': 'Abrir la carpeta de resultados',
  'commands.folder.logs': 'Abrir los registros',
  'commands.about': 'Acerca de Guise',

  'close.unsaved_input.title': 'Cerrar sin guardar',
  'close.unsaved_input.text':
    'El servicio que estás editando no está guardado. Si cierras Guise, se pierde lo que has escrito.',
  'close.unsaved_input.stay': 'Seguir editando',
  'close.unsaved_input.close': 'Descartar y cerrar',
  'close.live.title': 'Estás en directo',
  'close.live.text': 'Si cierras Guise, se acaba lo que los demás ven y oyen.',
  'close.live.stay': 'Seguir en directo',
  'close.live.close': 'Terminar y cerrar',
  'close.recording.title': 'Hay una grabación en marcha',
  'close.recording.text': 'Si cierras Guise, la grabación termina en este punto.',
  'close.recording.stay': 'Seguir grabando',
  'close.recording.close': 'Terminar y cerrar',

  'boundary.title': 'Esta pantalla se ha parado',
  'boundary.text':
    'Un error de Guise ha impedido dibujarla. Se conservan tus ajustes y lo que has escrito, salvo las claves.',

  'notice.settings_set_aside.title': 'No se han podido leer los ajustes',
  'notice.settings_set_aside.text':
    'Guise ha arrancado con los valores de fábrica. El archivo antiguo se ha guardado aparte.',
  'notice.profiles_set_aside.title': 'No se han podido leer los servicios',
  'notice.profiles_set_aside.text':
    'Añádelos otra vez o repara el archivo antiguo. Se ha guardado aparte.',
  'notice.jobs_set_aside.title': 'No se ha podido leer la lista de trabajos',
  'notice.jobs_set_aside.text':
    'Los resultados siguen en su carpeta. La lista antigua se ha guardado aparte.',
  'notice.characters_set_aside.title': 'No se han podido leer los personajes',
  'notice.characters_set_aside.text':
    'Se ha empezado una galería nueva. La lista antigua se ha guardado aparte.',
  'notice.captures_set_aside.title': 'No se ha podido leer la lista de grabaciones',
  'notice.captures_set_aside.text':
    'Tus grabaciones están donde estaban. Las nuevas van a la carpeta de resultados.',
  'notice.consents_set_aside.title': 'No se han podido leer los consentimientos',
  'notice.consents_set_aside.text':
    'Guise vuelve a preguntar por cada cara y cada voz. La lista antigua se ha guardado aparte.',
  'notice.deletions_set_aside.title': 'No se ha podido leer la lista de eliminaciones pendientes',
  'notice.deletions_set_aside.text':
    'Puede que lo que aún esperaba en un servicio no se haya eliminado. Elimínalo otra vez.',
  'notice.page_recovered.title': 'La ventana se ha recargado tras un fallo',
  'notice.page_recovered.text':
    'La pantalla en la que estabas vuelve a estar abierta. Lo ocurrido está en los registros.',
  'notice.live_ended.title': 'Ya no estás en directo',
  'notice.live_ended.text':
    'La ventana se recargó: tu sesión terminó y la cámara y el micrófono están apagados.',
  'notice.vault_unprotected.title': 'El sistema no protege las claves',
  'notice.vault_unprotected.text':
    'No se ha encontrado ningún llavero. Las claves están en un archivo que pueden leer otros programas de tu usuario, y una copia de esta carpeta lleva lo que las abre.',
  'notice.recording_recovered.title': 'Se ha rescatado una grabación',
  'notice.recording_recovered.text':
    'Guise se cerró de golpe mientras grababa. Lo grabado hasta entonces está aquí:',
  'notice.disk_low.title': 'El disco está casi lleno',
  'notice.disk_low.text':
    'Queda menos de 1 GB para la grabación. Cuando el disco se llene, terminará y conservará lo que tenga.',
  'notice.program_replaced.title': 'Guise se ha actualizado',
  'notice.program_replaced.text':
    'Ciérralo y vuelve a abrirlo. Hasta entonces puede que algunas pantallas no se abran.',
  'remedy.data': 'Abrir la carpeta',
  'remedy.logs': 'Abrir los registros',
  'remedy.storage': 'Abrir Almacenamiento',
  'remedy.service': 'Abrir los ajustes del servicio',

  'error.unauthorized.title': 'El servicio ha rechazado la clave',
  'error.unauthorized.advice':
    'Revisa la clave de API en Ajustes, Servicio. Puede que la hayan revocado.',
  'error.forbidden.title': 'La clave no tiene permiso para esto',
  'error.forbidden.advice': 'Pide a quien lleva el servicio una clave con este permiso.',
  'error.insufficient_credits.title': 'No hay saldo suficiente',
  'error.insufficient_credits.advice': 'Recarga saldo en el servicio y reinténtalo.',
  'error.invalid_input.title': 'Un dato no se ha aceptado',
  'error.invalid_input.advice': 'Revisa lo que has puesto y reinténtalo.',
  'error.unsupported_format.title': 'Este tipo de archivo no se puede usar',
  'error.unsupported_format.advice':
    'Las imágenes pueden ser JPEG, PNG, WebP o HEIC; los vídeos, MP4, MOV, WebM o MKV; el audio, WAV, MP3, M4A, OGG, Opus o FLAC.',
  'error.input_too_large.title': 'El archivo es demasiado grande',
  'error.input_too_large.advice': 'Usa uno más pequeño o más corto.',
  'error.capability_unavailable.title': 'El servicio no puede hacer esto',
  'error.capability_unavailable.advice': 'Elige otro servicio u otra función.',
  'error.not_found.title': 'Ya no existe',
  'error.not_found.advice': 'Revisa la dirección o recarga la lista.',
  'error.rate_limited.title': 'Demasiadas peticiones',
  'error.rate_limited.advice': 'Espera un minuto y reinténtalo.',
  'error.at_capacity.title': 'El servicio está ocupado',
  'error.at_capacity.advice': 'No queda ningún hueco. Reinténtalo en unos minutos.',
  'error.internal_error.title': 'Algo ha fallado dentro de Guise',
  'error.internal_error.advice': 'Reinténtalo. Si sigue igual, mira los registros.',
  'error.face_not_detected.title': 'No se ha encontrado ninguna cara',
  'error.face_not_detected.advice': 'Usa una imagen con una sola cara, de frente y bien iluminada.',
  'error.content_rejected.title': 'El contenido se ha rechazado',
  'error.content_rejected.advice':
    'El servicio no trabaja con este contenido. No se ha cobrado nada.',
  'error.render_timeout.title': 'Ha tardado demasiado',
  'error.render_timeout.advice':
    'Reinténtalo con algo más corto o más pequeño. No se ha cobrado nada.',
  'error.processing_failed.title': 'El trabajo ha fallado',
  'error.processing_failed.advice': 'Reinténtalo. No se ha cobrado nada.',
  'error.cancelled.title': 'Se ha cancelado',
  'error.cancelled.advice': 'Vuelve a empezarlo cuando quieras.',
  'error.service_unreachable.title': 'El servicio no responde',
  'error.service_unreachable.advice': 'Revisa la dirección y tu conexión a la red, y reinténtalo.',
  'error.bad_reply.title': 'El servicio ha respondido algo inesperado',
  'error.bad_reply.advice':
    'Comprueba que la dirección es de un servicio de Guise, con su versión.',
  'error.key_mismatch.title': 'La clave no es de esta dirección',
  'error.key_mismatch.advice':
    'Revisa la dirección en Ajustes, Servicio. Si está bien, introduce la clave otra vez; no se ha enviado nada.',
  'error.vault_unavailable.title': 'No se puede abrir el almacén de claves',
  'error.vault_unavailable.advice': 'Desbloquea el llavero del sistema y reinténtalo.',
  'error.storage_failed.title': 'No se ha podido leer o escribir un archivo',
  'error.storage_failed.advice': 'Revisa el espacio libre y los permisos de la carpeta de datos.',
};
