import type { enFaults } from '../en/faults.ts';

/** Spanish texts of the faults. */
export const esFaults = {
  'fault.choose_again.title': 'Elige otra vez el archivo',
  'fault.choose_again': 'Guise ya no tiene acceso a este archivo. Elígelo otra vez.',
  'fault.convert_again.title': 'El resultado ya no está',
  'fault.convert_again': 'Convierte la grabación otra vez y guárdala después.',
  'fault.file_empty.title': 'El archivo está vacío',
  'fault.file_empty': 'No contiene nada, o no es un archivo. Elige otro.',
  'fault.file_unreadable.title': 'No se puede leer el archivo',
  'fault.file_unreadable': 'Comprueba que sigue ahí y que tienes permiso para abrirlo.',
  'fault.file_changed.title': 'El archivo ha cambiado',
  'fault.file_changed': 'Ya no es el que elegiste, así que no se ha usado. Elígelo otra vez.',
  'fault.no_media': 'Guise no puede leerlo: está dañado, o no es ni imagen ni audio ni vídeo.',
  'fault.picture_needed': 'Aquí hace falta una imagen: JPEG, PNG o WebP.',
  'fault.video_needed': 'Aquí hace falta un vídeo, como MP4 o WebM.',
  'fault.file_too_large': 'El máximo son {max_mb, number} MB. Hazlo más corto o más pequeño.',
  'fault.uploads_full.title': 'No cabe nada más en tus subidas',
  'fault.uploads_full':
    'En este servicio tus archivos pueden ocupar {max_mb, number} MB en total. Olvida algunos trabajos o espera un día: las subidas antiguas se borran solas.',
  'fault.uploads_busy':
    'Ya se {count, plural, one {está enviando un archivo} other {están enviando # archivos}}. El siguiente entra cuando acabe uno.',
  'fault.consent_missing.title': 'Falta el consentimiento',
  'fault.consent_missing': 'Confirma que eres tú o que la persona está de acuerdo.',
  'fault.file_damaged': 'El archivo está dañado o incompleto. Guárdalo de nuevo o usa otro.',
  'fault.wrong_type':
    'El nombre dice otra cosa que lo que contiene: {format}. Guárdalo con el nombre correcto.',
  'fault.unknown_codec':
    'Está codificado con {codec}, que aquí no se puede leer. Usa H.264, HEVC, AV1, VP8 o VP9 con AAC, MP3, Opus o FLAC.',
  'fault.too_many_pixels':
    'Tiene {width} × {height} píxeles; caben {max_megapixels, number} millones como mucho. Hazlo más pequeño.',
  'fault.too_heavy':
    'Leerlo cuesta más tiempo o memoria de lo permitido. Guárdalo más pequeño, o como H.264 de 8 bits.',
  'fault.animated': 'Es una imagen animada. Usa una imagen fija o un vídeo.',
  'fault.heic_unreadable':
    'Aquí no se pueden leer imágenes HEIC. Guarda la tuya como JPEG, PNG o WebP.',
  'fault.no_picture': 'No tiene imagen, solo sonido. Usa un vídeo.',
  'fault.holds_video':
    'Es un archivo de audio que lleva un vídeo. Guarda el vídeo como MP4, MOV, WebM o MKV.',
  'fault.no_sound':
    'No tiene sonido que Guise pueda leer. Usa un archivo de audio como WAV, MP3, OGG o M4A, o un vídeo con sonido.',
  'fault.clip_unplayable':
    'Este clip no se puede reproducir aquí. Guárdalo como MP4 con H.264 o como WebM.',
  'fault.no_person':
    'No se encontró a nadie. Usa algo que muestre a una sola persona, mejor de pies a cabeza.',
  'fault.nothing_changed':
    'No se cambió nada: lo que pediste no se ve, no se ve con claridad o ya está así. Los dientes deben verse, los ojos deben estar abiertos y el pelo debe distinguirse de sombreros y del fondo.',
  'fault.person_missing':
    'La persona elegida no está entre las caras encontradas ({count, number}). Di dónde está: «pixela la cara de la izquierda».',
  'fault.person_unclear':
    'No está claro a quién te refieres entre las caras encontradas ({count, number}), así que no se cambió nada. Cuenta desde un lado: «pixela la segunda cara desde la izquierda».',
  'fault.person_touched':
    'La persona que hay que quitar toca a otra o está demasiado cerca, así que no se cambió nada. Puedes tapar su cara («pixela la cara de la izquierda») o recortar la imagen.',
  'fault.person_uncut':
    'La persona que hay que quitar no se distingue con claridad, así que no se cambió nada. Puedes tapar su cara: «pixela la cara de la izquierda».',
  'fault.ground_uneven':
    'El fondo detrás de la persona que hay que quitar no es lo bastante uniforme para rellenarlo, así que no se cambió nada. Puedes tapar su cara («pixela la cara de la izquierda») o recortar la imagen.',
  'fault.other_side':
    'La imagen muestra al personaje desde otro lado del que pediste. Usa una de ese lado o elige otra orientación.',
  'fault.mp4_needed': 'Aquí hace falta MP4 o MOV. Guarda el vídeo en uno de los dos.',
  'fault.jpg_needed': 'Aquí hace falta JPG o PNG. Guarda la imagen en uno de los dos.',
  'fault.sides_short':
    'Tiene {width} × {height} píxeles; cada lado necesita al menos {min_pixels, number}. Usa algo más grande.',
  'fault.sides_unequal':
    'Es demasiado alargado: un lado puede medir como mucho {max_aspect, number} veces el otro. Recórtalo.',
  'fault.clip_length':
    'El clip dura {seconds, number} s; valen de {min_seconds, number} a {max_seconds, number} s. Recórtalo.',
  'fault.face_turned':
    'La cara está girada {degrees, number}°; hasta {max_degrees, number}° funciona. Usa una imagen en la que se vea más de frente.',
  'fault.face_tiny':
    'La cara tendría {pixels, number} píxeles de ancho; hacen falta {min_pixels, number}. Usa una imagen en la que se vea más grande, o más resolución.',
  'fault.result_too_long':
    'El resultado duraría hasta {seconds, number} s; el máximo son {max_seconds, number} s. Elige una parte más corta.',
  'fault.sound_too_long':
    'El audio dura {seconds, number} s; el máximo son {max_seconds, number} s. Recórtalo.',
  'fault.preset_unreadable': 'No es un look que haya guardado Guise, o está dañado.',
  'fault.no_speech.title': 'La grabación no se puede usar',
  'fault.no_speech': 'No habla nadie. Usa una grabación de una sola persona hablando.',
  'fault.little_speech.title': 'Hay muy poca voz',
  'fault.little_speech': 'Se habla muy poco. Usa al menos 3 s de una sola persona, mejor 10 s.',
  'fault.clipped.title': 'La grabación está saturada',
  'fault.clipped': 'El sonido está saturado. Grábalo otra vez con menos volumen.',
  'fault.music.title': 'La grabación no se puede usar',
  'fault.music':
    'Parece música o un ruido constante. Usa una grabación de una sola persona, sin música.',
  'fault.too_short.title': 'La grabación es demasiado corta',
  'fault.too_short': 'Usa una de al menos {min_seconds, number} s.',
  'fault.too_long.title': 'La grabación es demasiado larga',
  'fault.too_long': 'Dura más de {max_minutes, number} minutos. Córtala en partes más cortas.',
  'fault.nothing_to_say.title': 'No hay nada que leer',
  'fault.nothing_to_say': 'El guion no tiene letras ni cifras. Escribe lo que hay que decir.',
  'fault.unreadable_letters.title': 'La voz no puede leer este guion',
  'fault.unreadable_letters':
    'Con estas letras no se escribe el idioma elegido ({language}). Elige el del guion o una voz que lo hable.',
  'fault.unknown_voice.title': 'Esa voz no existe aquí',
  'fault.unknown_voice': 'Este servicio no la tiene, o ya no. Elige otra.',
  'fault.no_voice_for.title': 'Ninguna voz habla este idioma',
  'fault.no_voice_for': 'No hay ninguna voz para {language}. Hay voces para {languages}.',
  'fault.no_swapper.title': 'No hay ningún modelo elegido',
  'fault.no_swapper': 'Elige antes un modelo que cambie caras o las haga hablar.',
  'fault.too_dear':
    'Puede costar hasta {needed_usd} y quedan {balance_usd}. Elige una parte más corta o recarga saldo en el servicio.',
  'fault.rate_limit':
    'El servicio admite {count, number} peticiones por minuto como mucho. Reinténtalo en {seconds, number} s.',
  'fault.jobs_full':
    'Puedes tener {running, plural, one {un trabajo} other {# trabajos}} en curso y otros {waiting, number} en espera. Reinténtalo cuando acabe alguno.',
  'fault.queue_full': 'La cola del servicio está llena. Reinténtalo en unos minutos.',
  'fault.streams_full':
    'Todos los huecos para directos están ocupados. Reinténtalo en unos minutos.',
  'fault.sessions_full.title': 'Tienes demasiados directos abiertos',
  'fault.sessions_full':
    'Tu cuenta puede tener {count, number} a la vez. Termina antes uno o espera a que caduque.',
  'fault.two_voices.title': 'Dos voces a la vez son demasiadas',
  'fault.two_voices':
    'Ya hay en uso otra voz de un modelo y este equipo no puede con las dos. Termina antes esa.',
  'fault.characters_full.title': 'La galería está llena',
  'fault.characters_full': 'Caben {count, number} personajes como mucho. Quita antes alguno.',
  'fault.presets_full.title': 'Hay demasiados looks',
  'fault.presets_full': 'Se guardan {count, number} looks como mucho. Quita antes alguno.',
  'fault.programs_full.title': 'Demasiados programas tienen acceso',
  'fault.programs_full':
    'Como mucho {count, number} programas pueden tener acceso. Retíraselo a alguno en Ajustes → Control.',
  'fault.timeout': 'Ha tardado demasiado en responder. Revisa tu conexión a la red y reinténtalo.',
  'fault.download_cut.title': 'La descarga se ha cortado',
  'fault.download_cut':
    'El archivo no ha llegado entero. Reinténtalo: lo que ya ha llegado se conserva.',
  'fault.service_stopping.title': 'El servicio se está parando',
  'fault.service_stopping': 'Reinténtalo cuando esté en marcha.',
  'fault.service_disk_full.title': 'El disco del servicio está lleno',
  'fault.service_disk_full':
    'Quien lo lleva tiene que hacer sitio; en este equipo, en Ajustes → Almacenamiento. Después, reinténtalo.',
  'fault.local_service.title': 'El servicio de este equipo no responde',
  'fault.local_service':
    'Se ha parado o está arrancando. Si sigue así, vuelve a iniciarlo en Ajustes → Servicio.',
  'fault.no_deletion.title': 'Este servicio no elimina trabajos',
  'fault.no_deletion': 'Pregunta a quien lo lleva.',
  'fault.no_key.title': 'Falta la clave',
  'fault.no_key': 'Este servicio necesita una clave de API. Introdúcela en Ajustes, Servicio.',
  'fault.key_unreadable':
    'El sistema ya no abre la clave guardada. Introdúcela otra vez en Ajustes, Servicio.',
  'fault.room_unreachable.title': 'No se puede llegar a la sala de medios',
  'fault.room_unreachable':
    'La imagen y el sonido no llegan al servicio. Revisa tu red y el cortafuegos y reinténtalo.',
  'fault.session_over.title': 'La sesión ha terminado',
  'fault.session_over': 'Ha caducado o se ha terminado en el servicio. Empieza otra vez.',
  'fault.session_taken.title': 'La sesión está en uso en otro sitio',
  'fault.session_taken': 'La tiene otra conexión. Termínala allí y empieza otra vez.',
  'fault.session_running.title': 'Ya hay una sesión en marcha',
  'fault.session_running': 'Termínala antes y vuelve a emitir.',
  'fault.engine_ended.title': 'El motor se ha parado',
  'fault.engine_ended':
    'Se ha parado varias veces y no se ha vuelto a iniciar. Quizá ayude una imagen más pequeña u otro personaje.',
  'fault.nothing_goes_out.title': 'Todavía no hay imagen',
  'fault.nothing_goes_out': 'Emite primero y reinténtalo.',
  'fault.no_camera_picture.title': 'La cámara no da imagen',
  'fault.no_camera_picture': 'Enciéndela o espera a que se vea la imagen y reinténtalo.',
  'fault.no_replay.title': 'Todavía no hay repetición',
  'fault.no_replay': 'Se va llenando mientras estás en directo con la repetición activada.',
  'fault.nothing_recorded.title': 'No se está grabando nada',
  'fault.nothing_recorded': 'Empieza antes una grabación.',
  'fault.recording_full.title': 'La grabación está llena',
  'fault.recording_full':
    'Ha llegado a su tamaño máximo y ha terminado. Lo grabado se conserva; empieza otra.',
  'fault.disk_full.title': 'El disco está lleno',
  'fault.disk_full':
    'Haz sitio y reinténtalo. En Ajustes → Almacenamiento ves lo que guarda Guise.',
  'fault.disk_slow.title': 'El disco va demasiado lento',
  'fault.disk_slow': 'No da abasto con la grabación. Elige una carpeta en un disco más rápido.',
  'fault.no_permission.title': 'Guise no puede escribir ahí',
  'fault.no_permission': 'Elige otra carpeta o cambia sus permisos.',
  'fault.still_running.title': 'Sigue en marcha',
  'fault.still_running': 'Cancélalo o termínalo antes.',
  'fault.job_sending.title': 'Se está enviando un trabajo',
  'fault.job_sending': 'Reinténtalo cuando esté en curso.',
  'fault.not_https.title': 'Esta dirección no se abre',
  'fault.not_https': 'Solo se abren direcciones que empiecen por https:// y sin nombre de usuario.',
  'fault.not_copied.title': 'No se ha copiado nada',
  'fault.not_copied': 'El portapapeles no lo ha aceptado. Haz clic en la ventana y reinténtalo.',
  'fault.port_taken.title': 'El puerto está ocupado',
  'fault.port_taken': 'Otro programa usa el puerto {port} de este equipo. Ciérralo y reinténtalo.',
  'fault.sound_server.title': 'No responde ningún servidor de sonido',
  'fault.sound_server': 'Guise necesita PulseAudio, o PipeWire con el paquete «pipewire-pulse».',
  'fault.no_microphone.title': 'No se ha encontrado ningún micrófono',
  'fault.no_microphone': 'Conecta uno o elige otro en los ajustes.',
  'fault.no_output.title': 'No se ha encontrado ninguna salida',
  'fault.no_output': 'Conecta unos auriculares o altavoces y reinténtalo.',
  'fault.microphone_failed.title': 'No se ha podido grabar el micrófono',
  'fault.microphone_failed': 'Desconéctalo, vuelve a conectarlo y reinténtalo.',
  'fault.obs_silent.title': 'OBS no responde',
  'fault.obs_silent': 'Comprueba que sigue abierto y reinténtalo.',
  'fault.obs_no_microphone.title': 'OBS no tiene fuente de micrófono',
  'fault.obs_no_microphone': 'Añade una en OBS y reinténtalo.',
  'fault.obs_not_set_up.title': 'OBS aún no muestra Guise',
  'fault.obs_not_set_up': 'Configúralo antes en Ajustes → OBS.',
  'fault.obs_no_camera.title': 'OBS no tiene cámara virtual aquí',
  'fault.obs_no_camera': 'Este OBS no la trae para este sistema. Usa la cámara virtual de Guise.',
  'fault.watch_own_folder.title': 'Guise escribe en esta carpeta',
  'fault.watch_own_folder':
    'Ahí están tus resultados y se recogerían como archivos nuevos. Elige otra carpeta.',
  'fault.watch_no_folder.title': 'Aún no has elegido ninguna carpeta',
  'fault.watch_no_folder': 'Elige antes la carpeta que quieres vigilar.',
  'fault.watch_not_set_up.title': 'Aún no hay nada configurado para los trabajos',
  'fault.watch_not_set_up':
    'Rellena un formulario en Crear y pulsa «Hacer esto con los archivos nuevos».',
  'fault.no_update_feed.title': 'No hay ninguna dirección',
  'fault.no_update_feed': 'Escribe antes la dirección a la que preguntar.',
  'fault.feed_unreachable.title': 'La dirección no responde',
  'fault.feed_unreachable': 'Comprueba la dirección y tu conexión, y vuelve a intentarlo.',
  'fault.feed_unreadable.title': 'La dirección no indica ninguna versión',
  'fault.feed_unreadable':
    'Comprueba la dirección: tiene que llevar a un canal de versiones, no a una página.',
  'fault.no_reference.title': 'No hay ninguna grabación elegida',
  'fault.no_reference': 'Elige una grabación de la voz que quieres imitar, o una de las voces.',
  'fault.time_used_up.title': 'Se ha acabado el tiempo',
  'fault.time_used_up': 'La sesión ha llegado a su duración. Empieza otra vez para abrir otra.',
  'fault.markers_full.title': 'No caben más marcadores',
  'fault.markers_full': 'Una grabación lleva {count, number} marcadores como mucho.',
} as const satisfies Record<keyof typeof enFaults, string>;
