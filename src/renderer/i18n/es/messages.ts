import type { enMessages } from '../en/messages.ts';

/** Texts in Spanish of the list of messages. */
export const esMessages = {
  'messages.title': 'Avisos',
  'messages.unread': 'Avisos: {count} sin leer',
  'messages.clear': 'Vaciar',
  'messages.empty': 'No ha habido avisos desde el inicio.',
  'messages.again': '{at} · {count} veces',
  'commands.messages': 'Mostrar los avisos',
} as const satisfies Record<keyof typeof enMessages, string>;
