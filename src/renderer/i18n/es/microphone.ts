import type { enMicrophone } from '../en/microphone.ts';

/** Texts in Spanish about the virtual microphone. */
export const esMicrophone = {
  'microphone.title': 'Micrófono virtual',
  'microphone.state.off': 'apagado',
  'microphone.state.starting': 'arrancando',
  'microphone.state.ready': 'listo',
  'microphone.state.in_use': 'en uso',
  'microphone.state.failed': 'ha fallado',
  'microphone.off_hint': 'Los demás programas lo ven como «Guise Microphone».',
  'microphone.on_hint': 'Elige «Guise Microphone» en el otro programa.',
  'microphone.failed': 'El micrófono virtual no ha arrancado',
  'microphone.failed_hint': 'Apágalo y vuelve a encenderlo. Si no ayuda, reinicia Guise.',
  'microphone.other_system':
    'En este sistema tu voz llega a los demás programas por un cable virtual: instala uno y elígelo abajo.',
  'microphone.input': 'Tu micrófono',
  'microphone.automatic': 'El del sistema',
  'microphone.gone': 'Sin conectar',
  'microphone.mute_output': 'Silenciar para los demás',
  'microphone.output_delay': 'Retardo de la voz',
  'microphone.output_delay_hint': 'Súbelo si tu voz va por delante de los labios.',
  'microphone.level_monitor': 'En tus auriculares',
  'microphone.monitor_delay': 'Retardo de escucha',
  'microphone.test': 'Probar el micrófono',
  'microphone.test_hint': 'Emite un tono corto que también oyen los demás programas.',
  'microphone.test_heard': 'El tono ha llegado a los {ms} ms. El micrófono funciona.',
  'microphone.test_silent':
    'No ha llegado ningún tono. Mira en los ajustes de sonido si «Guise Microphone» está en silencio.',
} as const satisfies Record<keyof typeof enMicrophone, string>;
