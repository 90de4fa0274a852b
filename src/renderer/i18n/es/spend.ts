import type { enSpend } from '../en/spend.ts';

/** Texts in Spanish about the cost of a live session. */
export const esSpend = {
  'spend.so_far': '{spent} gastados, {price} por minuto',
  'spend.before':
    '{price} por minuto · hasta {minutes, plural, one {# minuto} other {# minutos}}, {max} reservados',
  'spend.too_low': '{price} por minuto, pero tu saldo es de {balance}. Recarga en el servicio.',
  'spend.shorter': 'Elige una sesión más corta en Configurar o recarga saldo en el servicio.',
  'spend.limit': 'Avisarme a los',
  'spend.no_limit': 'Sin límite',
  'spend.limit_value': '{limit} por sesión',
  'spend.limit_hint':
    'Cuando se gasta esa cantidad, sale tu pantalla de pausa y Guise pregunta si sigues.',
  'spend.title': 'Llevas gastados {limit}. ¿Seguimos?',
  'spend.text':
    'Es el límite que pusiste. Los demás ven tu pantalla de pausa hasta que respondas. Si no respondes, la sesión termina al cabo de un minuto.',
  'spend.go_on': 'Seguir, hasta {limit}',
} as const satisfies Record<keyof typeof enSpend, string>;
