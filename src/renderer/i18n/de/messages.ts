import type { enMessages } from '../en/messages.ts';

/** Texts in German of the list of messages. */
export const deMessages: Readonly<Record<keyof typeof enMessages, string>> = {
  'messages.title': 'Meldungen',
  'messages.unread': 'Meldungen: {count} ungelesen',
  'messages.clear': 'Leeren',
  'messages.empty': 'Keine Meldungen seit dem Start.',
  'messages.again': '{at} · {count}-mal',
  'commands.messages': 'Meldungen anzeigen',
};
