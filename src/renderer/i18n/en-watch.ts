/** Texts in English about the folder whose new files are taken in. */
export const enWatch = {
  'watch.title': 'Watch a folder',
  'watch.hint':
    'New files in the folder are taken in by themselves, each once, as soon as they are whole.',
  'watch.folder': 'Folder',
  'watch.folder_none': 'None chosen yet. What lies there when you turn it on is left alone.',
  'watch.choose': 'Choose…',
  'watch.gone': 'The folder cannot be read right now: {folder}',
  'watch.action': 'What happens to new files',
  'watch.action.draft': 'Put into Create',
  'watch.action.jobs': 'Start jobs',
  'watch.action_hint': 'For jobs, fill in a form in Create and press “Do this with new files”.',
  'watch.setup': 'Jobs: {what}',
  'watch.setup_with': 'Jobs: {what} with {names}',
  'watch.free_only':
    'New files become jobs by themselves only where that is free. Otherwise they wait in Create, with their price.',
  'watch.state':
    '{taken, plural, =0 {Nothing taken in yet} one {# file taken in} other {# files taken in}}',
  'watch.refused': 'Not taken in: {name}. {reason}',
  'watch.use_form': 'Do this with new files',
  'watch.on_toast': 'Watching {folder}',
  'watch.found':
    '{count, plural, one {A new file from the folder is} other {# new files from the folder are}} in Create',
  'watch.found_costs': 'This costs money on the service in use, so you start it yourself.',
  'watch.found_service':
    'Another service is in use than when you set this up, so you start it yourself.',
  'watch.found_unavailable': 'The service in use cannot do this now, so you start it yourself.',
  'watch.found_setup':
    'What you set up for new files is incomplete: a file of it is gone or has changed, or a consent is missing. So you start it yourself.',
  'watch.show': 'Show',
  'notice.watch_set_aside.title': 'The watched folder was forgotten',
  'notice.watch_set_aside.text':
    'What was chosen about it could not be read and was put aside. Choose the folder again.',
} as const;
