/** English texts about stored content and its deletion. */
export const enStorage = {
  'storage.intro':
    'What Guise keeps, where, and how you get rid of it. {size} in all, in this folder:',
  'storage.measuring': 'Measuring the folder',
  'storage.measure': 'Measure again',
  'storage.guide': 'Where everything lies and how long it stays',
  'storage.guide_hint': 'A page of the manual, in English. It also covers services of others.',
  'storage.guide_open': 'Open the page',
  'storage.amount': '{count, plural, =0 {nothing} one {# file, {size}} other {# files, {size}}}',
  'storage.unknown': 'not known, the service does not run',
  'storage.clear': 'Delete',
  'storage.clear_asking': 'Delete all',
  'storage.cleared': '{name}: deleted',

  'storage.group.yours': 'Yours',
  'storage.group.service': 'At the service on this computer',
  'storage.group.guise': 'What Guise needs',
  'storage.group.set_aside': 'Put aside',
  'storage.group.persons': 'Faces and voices',
  'storage.persons_intro':
    'Everyone you added. Guise knows a person by the exact file: another photo is another entry here.',
  'storage.persons_none': 'No face and no voice was added yet.',
  'storage.person_facts':
    '{jobs, plural, =0 {No jobs} one {# job} other {# jobs}}, {characters, plural, =0 {no character} one {# character} other {# characters}}',
  'storage.persons_more': '{count, plural, one {Show one more} other {Show # more}}',
  'storage.consents':
    '{count, plural, one {One consent without anything else} other {# consents without anything else}}',
  'storage.consents_hint':
    'Only the fingerprint of a file, and when you confirmed it. Without it Guise asks again.',
  'storage.consents_forget': 'Forget',

  'storage.results': 'Results of jobs',
  'storage.results.hint': 'They stay until you delete them.',
  'storage.captures': 'Recordings and snapshots',
  'storage.captures.hint': 'What you recorded on Live.',
  'storage.characters': 'Characters',
  'storage.characters.hint': 'The pictures you added to Live.',
  'storage.recordings': 'Recorded voices',
  'storage.recordings.hint': 'What you recorded in a form. Each goes with its job.',
  'storage.thumbnails': 'Small pictures',
  'storage.thumbnails.hint': 'For History. Each goes with its job.',
  'storage.uploads': 'Files that were sent',
  'storage.uploads.hint': 'Copies for the service. Each goes after a day, or now.',
  'storage.outputs': 'Results and stills',
  'storage.outputs.hint':
    'The service keeps them as long as their job. Forget a job to remove them.',
  'storage.database': 'Database',
  'storage.database.hint': 'Jobs, settings of jobs, and what was spent.',
  'storage.backups': 'Backups of the database',
  'storage.backups.hint': 'The last three days. They lose what you delete as well.',
  'storage.models': 'Model packs',
  'storage.models.hint': 'What you put there yourself.',
  'storage.compiled': 'Compiled models and code',
  'storage.compiled.hint': 'Made for this processor. Without them the next start takes longer.',
  'storage.logs': 'Logs',
  'storage.logs.hint': 'What happened, without pictures and keys. At most 4 MB.',
  'storage.listened': 'Voices you listened to',
  'storage.listened.hint': 'Emptied at every start.',
  'storage.lists': 'Settings and lists',
  'storage.lists.hint': 'Settings, services, the list of jobs, and consents.',
  'storage.window': 'The window itself',
  'storage.window.hint': 'What the browser inside Guise keeps for its own work.',
  'storage.set_aside': 'Damaged files',
  'storage.set_aside.hint':
    'Lists and databases that could not be read and were put aside. They may still name faces and voices.',

  'storage.ask.results.title': 'Delete all results?',
  'storage.ask.results.text':
    'The results of all finished jobs go, and the jobs with them, here and at their services. Copies you saved elsewhere stay. This cannot be undone.',
  'storage.ask.characters.title': 'Delete all characters?',
  'storage.ask.characters.text':
    'Every picture you added goes. The characters that come with Guise stay, and so do your own files. This cannot be undone.',
  'storage.ask.set_aside.title': 'Delete the damaged files?',
  'storage.ask.set_aside.text':
    'Nobody can repair them then, and what only they knew is gone. This cannot be undone.',

  'waiting.title': 'Waiting to be deleted',
  'waiting.services': 'Still to be deleted. Guise tries again by itself, also after a restart.',
  'waiting.service': '{name}: {count, plural, one {one deletion} other {# deletions}}',
  'waiting.refused':
    '{name}: {count, plural, one {one deletion} other {# deletions}}. This service does not delete jobs. Ask whoever runs it.',
  'waiting.files':
    '{count, plural, one {A file could not be deleted. Another program may have it open.} other {# files could not be deleted. Another program may have them open.}}',
  'waiting.retry': 'Try now',

  'person.menu': 'More for {name}',
  'person.delete_all': 'Delete everything of this person…',
  'person.title':
    '{count, plural, one {Delete everything of this person?} other {Delete everything of these persons?}}',
  'person.part.face': 'A face',
  'person.part.voice': 'A voice',
  'person.agreed.face': 'A face, consent confirmed on {at}',
  'person.agreed.voice': 'A voice, consent confirmed on {at}',
  'person.on_air': 'This person is on air. Your session ends.',
  'person.goes': 'This is deleted for good:',
  'person.goes.results':
    '{count, plural, one {One result on this computer} other {# results on this computer}}',
  'person.goes.jobs':
    '{count, plural, one {One job with its files at {place}} other {# jobs with their files at {place}}}',
  'person.goes.jobs_here':
    '{count, plural, one {One job with its files at the service on this computer} other {# jobs with their files at the service on this computer}}',
  'person.goes.running':
    '{count, plural, one {One of them still runs and is stopped} other {# of them still run and are stopped}}',
  'person.goes.characters': '{count, plural, one {One character} other {# characters}}',
  'person.goes.recordings': '{count, plural, one {One recorded voice} other {# recorded voices}}',
  'person.goes.captures':
    '{count, plural, one {One recording or snapshot from Live} other {# recordings and snapshots from Live}}',
  'person.goes.uploads': 'Copies that were sent, small pictures and previews',
  'person.goes.consent':
    '{count, plural, one {The consent} other {The consents}}: Guise will ask again',
  'person.goes.set_aside':
    '{count, plural, one {One damaged file that was put aside: it cannot be searched} other {# damaged files that were put aside: they cannot be searched}}',
  'person.lost.title':
    '{count, plural, one {One job is at a service that is no longer set up} other {# jobs are at services that are no longer set up}}',
  'person.lost.text': 'Guise cannot delete there. Ask whoever runs the service.',
  'person.stays':
    'Your own files stay: the one you chose, and copies you saved elsewhere. Other photos or recordings of the same person are not found. Delete them the same way.',
  'person.delete': 'Delete everything',
  'person.deleting': 'Deleting',
  'person.done.title': 'Deleted',
  'person.done.all': 'Nothing of it is left, here or at your services.',
  'person.done.here': 'On this computer everything that could go is gone. This is left:',
} as const;
