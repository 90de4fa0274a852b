/** Texts in English about the cost of a live session. */
export const enSpend = {
  'spend.so_far': '{spent} spent, {price} a minute',
  'spend.before':
    '{price} a minute · up to {minutes, plural, one {# minute} other {# minutes}}, {max} set aside',
  'spend.too_low': '{price} a minute, but the balance is {balance}. Add credit at the service.',
  'spend.shorter': 'Choose a shorter session in the set-up, or add credit at the service.',
  'spend.limit': 'Ask me at',
  'spend.no_limit': 'No limit',
  'spend.limit_value': '{limit} a session',
  'spend.limit_hint':
    'When you have spent this much, your cover card shows and Guise asks whether to go on.',
  'spend.title': 'You’ve spent {limit}. Keep going?',
  'spend.text':
    'That is the limit you set. Others see your cover card until you answer. Without an answer, the session ends after a minute.',
  'spend.go_on': 'Go on, up to {limit}',
} as const;
