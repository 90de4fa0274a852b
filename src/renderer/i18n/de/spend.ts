import type { enSpend } from '../en/spend.ts';

/** Texts in German about the cost of a live session. */
export const deSpend: Readonly<Record<keyof typeof enSpend, string>> = {
  'spend.so_far': '{spent} ausgegeben, {price} pro Minute',
  'spend.before':
    '{price} pro Minute · bis zu {minutes, plural, one {# Minute} other {# Minuten}}, {max} werden reserviert',
  'spend.too_low':
    '{price} pro Minute, das Guthaben ist aber {balance}. Lade beim Dienst Guthaben auf.',
  'spend.shorter':
    'Wähle unter „Einrichten“ eine kürzere Sitzung oder lade beim Dienst Guthaben auf.',
  'spend.limit': 'Nachfragen bei',
  'spend.no_limit': 'Kein Limit',
  'spend.limit_value': '{limit} pro Sitzung',
  'spend.limit_hint':
    'Ist so viel ausgegeben, erscheint deine Abdeckkarte, und Guise fragt, ob es weitergeht.',
  'spend.title': 'Du hast {limit} ausgegeben. Weiter?',
  'spend.text':
    'Das ist das Limit, das du gesetzt hast. Die anderen sehen deine Abdeckkarte, bis du antwortest. Ohne Antwort endet die Sitzung nach einer Minute.',
  'spend.go_on': 'Weiter, bis {limit}',
};
