import type { enQueue } from './en-queue.ts';

/** Texts in German about the queue of jobs. */
export const deQueue = {
  'queue.title': 'Warteschlange',
  'commands.queue': 'Warteschlange zeigen oder ausblenden',
  'queue.status': 'Auftrag {current} von {total}',
  'queue.paused': 'pausiert',
  'queue.empty':
    'Die Warteschlange ist leer. Was du unter „Erstellen“ abschickst, stellt sich hier an und läuft nacheinander.',
  'queue.count': '{over} von {total} fertig',
  'queue.left': 'noch etwa {time}',
  'queue.progress': 'Fortschritt der Warteschlange',
  'queue.pause': 'Pause',
  'queue.resume': 'Fortsetzen',
  'queue.pause_hint': 'Was läuft, läuft zu Ende. Neues startet erst, wenn du fortsetzt.',
  'queue.retry_failed': 'Gescheiterte wiederholen ({count})',
  'queue.clear': 'Fertige ausblenden',
  'queue.part.running': 'Läuft',
  'queue.part.waiting': 'Als Nächstes',
  'queue.part.finished': 'Fertig',

  'queue.next': 'als Nächster dran',
  'queue.at': 'Platz {number}',
  'queue.paused_at': 'pausiert, Platz {number}',
  'queue.at_service': 'wartet beim Dienst',
  'queue.canceling': 'wird angehalten',
  'queue.unheard': '{state}, der Dienst antwortet nicht',
  'queue.held': '{reason}. Neuer Versuch in {time}',
  'queue.held_now': '{reason}. Neuer Versuch läuft',
  'queue.held.rate_limited': 'Der Dienst will weniger Anfragen pro Minute',
  'queue.held.at_capacity': 'Der Dienst ist voll',
  'queue.held.service_unreachable': 'Der Dienst antwortet nicht',
  'queue.held.insufficient_credits': 'Das Guthaben reicht nicht',
  'queue.held.vault_unavailable': 'Der Schlüsselspeicher ist gesperrt',
  'queue.held.other': 'Der Dienst hatte ein Problem',
  'queue.try_now': 'Jetzt versuchen',

  'queue.move_named': '{name} verschieben',
  'queue.run_now_named': '{name} jetzt starten',
  'queue.run_next_named': '{name} als Nächstes starten',
  'queue.remove_named': '{name} aus der Warteschlange nehmen',
  'queue.edit_named': '{name} als neuen Auftrag bearbeiten',
  'queue.show_named': '{name} zeigen',
  'queue.cancel.ask': 'Diesen Auftrag anhalten?',
  'queue.cancel.free': 'Die bisherige Arbeit geht verloren. Es kostet nichts.',
  'queue.cancel.hold':
    'Die bisherige Arbeit geht verloren. Berechnet wird nichts, die zurückgelegten {amount} kommen zurück.',
  'queue.cancel.paid':
    'Der Auftrag ist gerendert und bezahlt: {amount}. Das Ergebnis wird dann nicht geholt.',
  'queue.cancel.made': 'Der Auftrag ist schon gerendert. Das Ergebnis wird dann nicht geholt.',
  'queue.cancel.do': 'Anhalten',
  'queue.cancel.keep': 'Weiterlaufen lassen',

  'queue.when_done': 'Wenn alles fertig ist',
  'queue.when_done.nothing': 'Offen lassen',
  'queue.when_done.quit': 'Guise beenden',
  'queue.when_done.sleep': 'Ruhezustand',
  'queue.sound': 'Ton',
  'queue.ending.quit': 'Alles fertig. Guise beendet sich in {seconds} s.',
  'queue.ending.sleep': 'Alles fertig. Der Computer schläft in {seconds} s ein.',
  'queue.ending.stop': 'Abbrechen',

  'queue.window_title': '{current} von {total}{percent} · {title}',
  'queue.done.title':
    '{count, plural, one {Dein Auftrag ist fertig} other {Alle # Aufträge sind durch}}',
  'queue.done.failed_title':
    '{count, plural, one {Dein Auftrag ist gescheitert} other {Alle # Aufträge sind durch}}',
  'queue.done.good':
    '{good, plural, one {Ein Ergebnis liegt bereit.} other {# Ergebnisse liegen bereit.}}',
  'queue.done.mixed':
    '{good, plural, =0 {Kein Ergebnis} one {Ein Ergebnis liegt bereit} other {# Ergebnisse liegen bereit}}, {bad, plural, one {einer ist gescheitert} other {# sind gescheitert}}.',
  'queue.held.title': 'Die Warteschlange wartet',
} as const satisfies Record<keyof typeof enQueue, string>;
