/** Texts in English of the list of messages. */
export const enMessages = {
  'messages.title': 'Messages',
  'messages.unread': 'Messages: {count} unread',
  'messages.clear': 'Clear',
  'messages.empty': 'No messages since the start.',
  'messages.again': '{at} · {count} times',
  'commands.messages': 'Show messages',
} as const;
