import type { enCameras } from '../en/cameras.ts';

/** Texts in Spanish about the virtual camera. */
export const esCameras = {
  'cameras.title': 'Cámara virtual',
  'cameras.switch': 'Ofrecer la salida como cámara',
  'cameras.state.off': 'apagada',
  'cameras.state.starting': 'arrancando',
  'cameras.state.ready': 'lista',
  'cameras.state.in_use': 'en uso',
  'cameras.state.needs_setup': 'sin configurar',
  'cameras.state.blocked': 'ocupada',
  'cameras.state.failed': 'ha fallado',
  'cameras.off_hint':
    'Los demás programas la ven como «Guise Camera». Hasta que emitas, muestra tu pantalla de pausa.',
  'cameras.on_hint': 'Elige «Guise Camera» en el otro programa.',
  'cameras.flow.waiting': 'Pantalla de pausa, hasta que emitas',
  'cameras.flow.flowing': 'Tu salida',
  'cameras.flow.covered': 'Pantalla de pausa',
  'cameras.flow.stalled': 'Pantalla de pausa, no llegan imágenes',
  'cameras.numbers': '{width} × {height}, {fps} fps, hace {age} ms',
  'cameras.numbers_waiting': '{width} × {height}, {fps} fps',
  'cameras.kind.pipewire': 'PipeWire: programas recientes, como Firefox en Fedora',
  'cameras.kind.v4l2': 'V4L2: Chrome, Zoom, Discord y casi todos los demás',
  'cameras.listed_as': 'En los demás programas esta aparece como «{label}».',
  'cameras.remedy.pipewire_missing':
    'PipeWire no está en marcha. Casi todos los escritorios lo arrancan solos; en Debian es el paquete «pipewire».',
  'cameras.remedy.v4l2_missing':
    'Chrome, Zoom y Discord solo ven cámaras del módulo del kernel v4l2loopback. Configúralo una vez (el comando es para Debian y Ubuntu); la cámara aparece aquí sola y sigue ahí al reiniciar.',
  'cameras.remedy.v4l2_group':
    'Aún no puedes escribir en el dispositivo. Únete al grupo «video», cierra la sesión y vuelve a entrar.',
  'cameras.remedy.v4l2_stuck':
    'Un programa ha dejado el dispositivo en un estado en el que ya no admite imágenes. Cierra los programas que lo muestran y recarga su módulo.',
  'cameras.remedy.v4l2_taken':
    'El único dispositivo es de otro programa, como OBS. Ciérralo y da a cada uno un dispositivo propio.',
  'cameras.remedy.v4l2_caps':
    'Funciona, pero los navegadores no la encuentran. Apaga la cámara virtual, recarga el módulo con este comando y vuelve a encenderla.',
  'cameras.copy_command': 'Copiar el comando',
  'cameras.copied': 'Copiado',
  'cameras.page': 'Fuente de navegador',
  'cameras.page_hint':
    'Para la fuente de navegador de OBS, o como ventana propia en cualquier navegador. Quien tenga la dirección en este equipo ve tu salida.',
  'cameras.copy_address': 'Copiar la dirección',
  'cameras.delay': 'Retardo del vídeo',
  'cameras.match': 'Ajustar a la voz',
  'cameras.match_again': 'Ajustar otra vez',
  'cameras.match_sooner': '1 fotograma antes',
  'cameras.match_later': '1 fotograma después',
  'cameras.match_unknown':
    'Súbelo si los labios van por delante de la voz. En directo y con el cambio de voz en marcha, Guise puede ajustarlo por ti.',
  'cameras.voice_behind': 'Tu voz va {ms} ms por detrás de la imagen.',
  'cameras.voice_ahead':
    'Tu voz va {ms} ms por delante de la imagen: el vídeo no necesita retardo.',
  'cameras.matched': 'La imagen la espera.',
  'cameras.matched_by': 'La imagen la espera. Fotogramas añadidos a mano: {frames}.',
  'cameras.coded':
    'Se envía como {coding}: este equipo no tiene codificador H.264, así que tarda más.',
  'cameras.test': 'Imagen de prueba',
  'cameras.test_hint': 'Diez segundos de barras de color, para que veas adónde llega.',
  'cameras.other_system': 'En este sistema la imagen llega a los demás programas a través de OBS.',
  'cameras.obs_there':
    'OBS Virtual Camera está instalada. Conecta OBS en los ajustes, inicia allí la cámara virtual y elige «OBS Virtual Camera» en el otro programa.',
  'cameras.obs_missing':
    'No se ha encontrado OBS Virtual Camera. Instala OBS y pulsa allí una vez «Iniciar cámara virtual»; macOS te pedirá permiso para su extensión. La lista de cámaras se completa cuando tu cámara está encendida aquí.',
} as const satisfies Record<keyof typeof enCameras, string>;
