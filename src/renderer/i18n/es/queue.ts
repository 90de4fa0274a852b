import type { enQueue } from '../en/queue.ts';

/** Texts in Spanish about the queue of jobs. */
export const esQueue = {
  'queue.title': 'Cola',
  'commands.queue': 'Mostrar u ocultar la cola',
  'queue.status': 'Cola {current} de {total}',
  'queue.paused': 'en pausa',
  'queue.empty':
    'La cola está vacía. Lo que envías desde Crear se pone aquí en fila y se hace por orden.',
  'queue.count': '{over} de {total} listos',
  'queue.left': 'quedan unos {time}',
  'queue.progress': 'Progreso de la cola',
  'queue.pause': 'Pausar',
  'queue.resume': 'Reanudar',
  'queue.pause_hint': 'Lo que ha empezado se termina. No empieza nada nuevo hasta que reanudes.',
  'queue.retry_failed': 'Reintentar fallidos ({count})',
  'queue.clear': 'Quitar terminados',
  'queue.part.running': 'En curso',
  'queue.part.waiting': 'A continuación',
  'queue.part.finished': 'Terminados',

  'queue.next': 'el siguiente',
  'queue.at': 'puesto {number}',
  'queue.paused_at': 'en pausa, puesto {number}',
  'queue.at_service': 'en la cola del servicio',
  'queue.canceling': 'parando',
  'queue.unheard': '{state}, el servicio no responde',
  'queue.held': '{reason}. Nuevo intento en {time}',
  'queue.held_now': '{reason}. Intentándolo ahora',
  'queue.held.rate_limited': 'El servicio pide menos peticiones por minuto',
  'queue.held.at_capacity': 'El servicio está lleno',
  'queue.held.service_unreachable': 'El servicio no responde',
  'queue.held.insufficient_credits': 'No hay saldo suficiente',
  'queue.held.vault_unavailable': 'El almacén de claves está bloqueado',
  'queue.held.other': 'El servicio ha tenido un problema',
  'queue.try_now': 'Probar ahora',

  'queue.move_named': 'Mover {name}',
  'queue.run_now_named': 'Empezar {name} ahora',
  'queue.run_next_named': 'Poner {name} el siguiente',
  'queue.remove_named': 'Sacar {name} de la cola',
  'queue.edit_named': 'Editar {name} como trabajo nuevo',
  'queue.show_named': 'Mostrar {name}',
  'queue.cancel.ask': '¿Parar este trabajo?',
  'queue.cancel.free': 'Se pierde lo hecho hasta ahora. No cuesta nada.',
  'queue.cancel.hold':
    'Se pierde lo hecho hasta ahora. No se cobra nada y vuelven los {amount} reservados.',
  'queue.cancel.paid': 'Ya está renderizado y pagado: {amount}. El resultado no se descargará.',
  'queue.cancel.made': 'Ya está renderizado. El resultado no se descargará.',
  'queue.cancel.do': 'Pararlo',
  'queue.cancel.keep': 'Seguir',

  'queue.when_done': 'Al terminar todo',
  'queue.when_done.nothing': 'Dejar abierto',
  'queue.when_done.quit': 'Cerrar Guise',
  'queue.when_done.sleep': 'Suspender',
  'queue.sound': 'Sonido',
  'queue.ending.quit': 'Todo listo. Guise se cierra en {seconds} s.',
  'queue.ending.sleep': 'Todo listo. El equipo se suspende en {seconds} s.',
  'queue.ending.stop': 'Cancelar',

  'queue.ending_soon.quit': 'Todo listo. Guise se cierra en menos de un minuto.',
  'queue.ending_soon.sleep': 'Todo listo. El equipo se suspende en menos de un minuto.',
  'queue.window_title': '{current} de {total}{percent} · {title}',
  'queue.done.title':
    '{count, plural, one {Tu trabajo está listo} other {Los # trabajos han terminado}}',
  'queue.done.failed_title':
    '{count, plural, one {Tu trabajo ha fallado} other {Los # trabajos han terminado}}',
  'queue.done.good':
    '{good, plural, one {Hay un resultado listo.} other {Hay # resultados listos.}}',
  'queue.done.mixed':
    '{good, plural, =0 {Ningún resultado} one {Hay un resultado listo} other {Hay # resultados listos}}, {bad, plural, one {uno ha fallado} other {# han fallado}}.',
  'queue.held.title': 'La cola espera',
} as const satisfies Record<keyof typeof enQueue, string>;
