import type { enControl } from '../en/control.ts';

/** Texts in Spanish about the control of Guise from outside its window. */
export const esControl = {
  'settings.control': 'Control',
  'control.title': 'Control desde otros programas',
  'control.intro':
    'Stream Deck, Streamer.bot y otros pueden manejar Guise. Cada programa pide permiso una vez; nada sale de este equipo.',
  'control.turn_on': 'Dejar que los programas pidan permiso',
  'control.turn_on_hint': 'Un programa no hace nada hasta que tú lo permitas.',
  'control.listening': 'Puerto {port}',
  'control.port': 'Puerto',
  'control.port_hint': 'Donde los programas de este equipo encuentran Guise.',
  'control.port_range': 'Un número de {min} a {max}.',
  'control.port_taken': 'El puerto {port} está ocupado',
  'control.port_taken_text':
    'Otro programa usa ese puerto. Elige otro aquí, y el mismo en los programas que manejan Guise.',
  'control.clients': 'Programas con acceso',
  'control.no_clients': 'Ninguno todavía. Actívalo y conéctate desde el programa.',
  'control.connected': 'conectado',
  'control.allowed_at': 'Permitido el {at}',
  'control.allow_passthrough': 'Puede mostrar tu cara real',
  'control.revoke': 'Retirar el acceso',
  'control.question.title': '¿Permitir que «{name}» maneje Guise?',
  'control.question.text':
    'Podría empezar y terminar el directo, ocultarte, silenciarte y cambiar de personaje y de voz. No puede mostrar tu cara real. Puedes retirarle el acceso en Ajustes.',
  'control.question.yes': 'Permitir',
  'control.question.no': 'No permitir',

  'notice.control_set_aside.title': 'No se ha podido leer la lista de programas con acceso',
  'notice.control_set_aside.text':
    'Cada programa tiene que volver a pedir permiso. La lista antigua se ha guardado aparte.',
} as const satisfies Record<keyof typeof enControl, string>;
