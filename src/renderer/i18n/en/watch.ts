/** Texts in English about the folder whose new files are taken in. */
export const enWatch = {
  'watch.title': 'Watch a folder',
  'watch.hint':
    'Guise picks up new files in the folder by itself, each once, as soon as they are complete.',
  'watch.folder': 'Folder',
  'watch.folder_none':
    'None chosen yet. Files that are already there when you turn it on are left alone.',
  'watch.choose': 'Choose…',
  'watch.gone': 'The folder cannot be read right now: {folder}',
  'watch.action': 'What happens to new files',
  'watch.action.draft': 'Put into Create',
  'watch.action.jobs': 'Start jobs',
  'watch.action_hint': 'For jobs, fill in a form in Create and press “Do this with new files”.',
  'watch.setup': 'Jobs: {what}',
  'watch.setup_with': 'Jobs: {what} with {names}',
  'watch.free_only':
    'New files only become jobs by themselves if that is free. Otherwise they wait in Create, with their price.',
  'watch.state':
    '{taken, plural, =0 {No files picked up yet} one {# file picked up} other {# files picked up}}',
  'watch.refused': 'Not picked up: {name}. {reason}',
  'watch.use_form': 'Do this with new files',
  'watch.on_toast': 'Watching {folder}',
  'watch.found':
    '{count, plural, one {A new file from the folder is} other {# new files from the folder are}} in Create',
  'watch.found_costs': 'This costs money on the service in use, so you start it yourself.',
  'watch.found_service':
    'You set this up with another service than the one in use, so you start it yourself.',
  'watch.found_unavailable': 'The service in use cannot do this now, so you start it yourself.',
  'watch.found_setup':
    'Your setup for new files is incomplete: one of its files is missing or has changed, or a consent is missing. So you start it yourself.',
  'watch.show': 'Show',
  'notice.watch_set_aside.title': 'The watched folder was forgotten',
  'notice.watch_set_aside.text':
    'Its settings could not be read and were set aside. Choose the folder again.',
} as const;
