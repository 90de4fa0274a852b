import type { enQueue } from '../en/queue.ts';

/** Texts in German about the queue of jobs. */
export const deQueue = {
  'queue.title': 'Warteschlange',
  'commands.queue': 'Warteschlange zeigen oder ausblenden',
  'queue.status': 'Auftrag {current} von {total}',
  'queue.paused': 'pausiert',
  'queue.empty':
    'Die Warteschlange ist leer. Was du unter „Erstellen“ abschickst, wartet hier und wird nacheinander erledigt.',
  'queue.count': '{over} von {total} fertig',
  'queue.left': 'noch etwa {time}',
  'queue.progress': 'Fortschritt der Warteschlange',
  'queue.pause': 'Pausieren',
  'queue.resume': 'Fortsetzen',
  'queue.pause_hint': 'Was läuft, läuft zu Ende. Neues startet erst, wenn du fortsetzt.',
  'queue.retry_failed': 'Fehlgeschlagene wiederholen ({count})',
  'queue.clear': 'Fertige ausblenden',
  'queue.part.running': 'Läuft',
  'queue.part.waiting': 'Als Nächstes',
  'queue.part.finished': 'Fertig',

  'queue.next': 'als Nächster dran',
  'queue.at': 'Platz {number}',
  'queue.paused_at': 'pausiert, Platz {number}',
  'queue.at_service': 'wartet beim Dienst',
  'queue.canceling': 'wird abgebrochen',
  'queue.unheard': '{state}, der Dienst antwortet nicht',
  'queue.held': '{reason}. Neuer Versuch in {time}',
  'queue.held_now': '{reason}. Neuer Versuch läuft',
  'queue.held.rate_limited': 'Das waren zu viele Anfragen pro Minute',
  'queue.held.at_capacity': 'Der Dienst ist ausgelastet',
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
  'queue.cancel.ask': 'Diesen Auftrag abbrechen?',
  'queue.cancel.free': 'Die bisherige Arbeit geht verloren. Es kostet nichts.',
  'queue.cancel.hold':
    'Die bisherige Arbeit geht verloren. Berechnet wird nichts, die reservierten {amount} werden wieder frei.',
  'queue.cancel.paid':
    'Der Auftrag ist gerendert und bezahlt: {amount}. Das Ergebnis wird dann nicht abgeholt.',
  'queue.cancel.made': 'Der Auftrag ist schon gerendert. Das Ergebnis wird dann nicht abgeholt.',
  'queue.cancel.do': 'Auftrag abbrechen',
  'queue.cancel.keep': 'Weiterlaufen lassen',

  'queue.when_done': 'Wenn alles fertig ist',
  'queue.when_done.nothing': 'Offen lassen',
  'queue.when_done.quit': 'Guise beenden',
  'queue.when_done.sleep': 'Standby',
  'queue.sound': 'Ton',
  'queue.ending.quit': 'Alles fertig. Guise beendet sich in {seconds} s.',
  'queue.ending.sleep': 'Alles fertig. Der Computer geht in {seconds} s in den Standby.',
  'queue.ending.stop': 'Abbrechen',

  'queue.ending_soon.quit': 'Alles fertig. Guise beendet sich in weniger als einer Minute.',
  'queue.ending_soon.sleep':
    'Alles fertig. Der Computer geht in weniger als einer Minute in den Standby.',
  'queue.window_title': '{current} von {total}{percent} · {title}',
  'queue.done.title':
    '{count, plural, one {Dein Auftrag ist fertig} other {Alle # Aufträge sind durch}}',
  'queue.done.failed_title':
    '{count, plural, one {Dein Auftrag ist fehlgeschlagen} other {Alle # Aufträge sind durch}}',
  'queue.done.good':
    '{good, plural, one {Ein Ergebnis liegt bereit.} other {# Ergebnisse liegen bereit.}}',
  'queue.done.mixed':
    '{good, plural, =0 {Kein Ergebnis} one {Ein Ergebnis liegt bereit} other {# Ergebnisse liegen bereit}}, {bad, plural, one {einer ist fehlgeschlagen} other {# sind fehlgeschlagen}}.',
  'queue.held.title': 'Die Warteschlange wartet',
} as const satisfies Record<keyof typeof enQueue, string>;
