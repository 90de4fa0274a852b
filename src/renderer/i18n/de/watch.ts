import type { enWatch } from '../en/watch.ts';

/** Texts in German about the folder whose new files are taken in. */
export const deWatch: Readonly<Record<keyof typeof enWatch, string>> = {
  'watch.title': 'Einen Ordner beobachten',
  'watch.hint':
    'Neue Dateien im Ordner werden von selbst übernommen, jede einmal, sobald sie vollständig sind.',
  'watch.folder': 'Ordner',
  'watch.folder_none':
    'Noch keiner gewählt. Was beim Einschalten schon darin liegt, bleibt unberührt.',
  'watch.choose': 'Wählen …',
  'watch.gone': 'Der Ordner lässt sich gerade nicht lesen: {folder}',
  'watch.action': 'Was mit neuen Dateien passiert',
  'watch.action.draft': 'Unter „Erstellen“ ablegen',
  'watch.action.jobs': 'Aufträge starten',
  'watch.action_hint':
    'Für Aufträge fülle unter „Erstellen“ ein Formular aus und drück „Für neue Dateien verwenden“.',
  'watch.setup': 'Aufträge: {what}',
  'watch.setup_with': 'Aufträge: {what} mit {names}',
  'watch.free_only':
    'Neue Dateien werden nur dort von selbst zu Aufträgen, wo es nichts kostet. Sonst warten sie mit ihrem Preis unter „Erstellen“.',
  'watch.state':
    '{taken, plural, =0 {Noch nichts übernommen} one {# Datei übernommen} other {# Dateien übernommen}}',
  'watch.refused': 'Nicht übernommen: {name}. {reason}',
  'watch.use_form': 'Für neue Dateien verwenden',
  'watch.on_toast': '{folder} wird beobachtet',
  'watch.found':
    '{count, plural, one {Eine neue Datei aus dem Ordner liegt} other {# neue Dateien aus dem Ordner liegen}} unter „Erstellen“',
  'watch.found_costs': 'Beim aktiven Dienst kostet das Geld, darum startest du es selbst.',
  'watch.found_service':
    'Inzwischen ist ein anderer Dienst aktiv als beim Einrichten, darum startest du es selbst.',
  'watch.found_unavailable':
    'Der aktive Dienst kann das gerade nicht, darum startest du es selbst.',
  'watch.found_setup':
    'Was du für neue Dateien eingerichtet hast, ist nicht mehr vollständig: Eine Datei davon ist weg oder verändert, oder ein Einverständnis fehlt. Darum startest du es selbst.',
  'watch.show': 'Anzeigen',
  'notice.watch_set_aside.title': 'Der beobachtete Ordner ist nicht mehr eingestellt',
  'notice.watch_set_aside.text':
    'Was dazu eingestellt war, war nicht lesbar und wurde beiseitegelegt. Wähle den Ordner noch einmal.',
};
