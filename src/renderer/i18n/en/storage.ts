/** English texts about stored content and its deletion. */
export const enStorage = {
  'storage.intro':
    'What Guise keeps, where it is, and how you delete it. {size} in all, in this folder:',
  'storage.measuring': 'Measuring the folder',
  'storage.measure': 'Measure again',
  'storage.guide': 'Where everything is and how long it stays',
  'storage.guide_hint': 'A page of the manual, in English. It also covers other people’s services.',
  'storage.guide_open': 'Open the page',
  'storage.amount': '{count, plural, =0 {nothing} one {# file, {size}} other {# files, {size}}}',
  'storage.unknown': 'not known, the service is not running',
  'storage.clear': 'Delete',
  'storage.clear_asking': 'Delete all',
  'storage.cleared': '{name}: deleted',

  'storage.group.yours': 'Yours',
  'storage.group.service': 'At the service on this computer',
  'storage.group.guise': 'What Guise needs',
  'storage.group.set_aside': 'Set aside',
  'storage.group.persons': 'Faces and voices',
  'storage.persons_intro':
    'Everyone you added. Guise identifies a person by the exact file: another photo is another entry here.',
  'storage.persons_none': 'You have added no face and no voice yet.',
  'storage.person_facts':
    '{jobs, plural, =0 {No jobs} one {# job} other {# jobs}}, {characters, plural, =0 {no character} one {# character} other {# characters}}',
  'storage.persons_more': '{count, plural, one {Show one more} other {Show # more}}',
  'storage.consents':
    '{count, plural, one {One consent without anything else} other {# consents without anything else}}',
  'storage.consents_hint':
    'Only the fingerprint of a file, and when you confirmed it. Without it, Guise asks again.',
  'storage.consents_forget': 'Forget',

  'storage.results': 'Results of jobs',
  'storage.results.hint': 'They stay until you delete them.',
  'storage.captures': 'Recordings and snapshots',
  'storage.captures.hint': 'What you recorded on Live.',
  'storage.characters': 'Characters',
  'storage.characters.hint': 'The pictures you added to Live.',
  'storage.recordings': 'Recorded voices',
  'storage.recordings.hint': 'What you recorded in a form. Each is deleted with its job.',
  'storage.thumbnails': 'Small pictures',
  'storage.thumbnails.hint': 'For History. Each is deleted with its job.',
  'storage.uploads': 'Files that were sent',
  'storage.uploads.hint': 'Copies for the service. Each is deleted after a day, or now.',
  'storage.outputs': 'Results and stills',
  'storage.outputs.hint':
    'The service keeps them as long as their job. Forget a job to remove them.',
  'storage.database': 'Database',
  'storage.database.hint': 'Jobs, settings of jobs, and what was spent.',
  'storage.backups': 'Backups of the database',
  'storage.backups.hint': 'The last three days. Deleted items are removed from them as well.',
  'storage.models': 'Model packs',
  'storage.models.hint': 'What you put there yourself.',
  'storage.compiled': 'Compiled models and code',
  'storage.compiled.hint': 'Made for this processor. Without them, the next start takes longer.',
  'storage.logs': 'Logs',
  'storage.logs.hint': 'What happened, without pictures and keys. At most 4 MB.',
  'storage.listened': 'Voices you listened to',
  'storage.listened.hint': 'Emptied at every start.',
  'storage.lists': 'Settings and lists',
  'storage.lists.hint': 'Settings, services, the list of jobs, and consents.',
  'storage.window': 'The window itself',
  'storage.window.hint': 'What the browser inside Guise needs for its own work.',
  'storage.set_aside': 'Damaged files',
  'storage.set_aside.hint':
    'Lists and databases that could not be read and were set aside. They may still name faces and voices.',

  'storage.ask.results.title': 'Delete all results?',
  'storage.ask.results.text':
    'The results of all finished jobs are deleted, and the jobs with them, here and at their services. Copies you saved elsewhere stay. This cannot be undone.',
  'storage.ask.characters.title': 'Delete all characters?',
  'storage.ask.characters.text':
    'Every picture you added is deleted. The characters that come with Guise stay, and so do your own files. This cannot be undone.',
  'storage.ask.set_aside.title': 'Delete the damaged files?',
  'storage.ask.set_aside.text':
    'Nobody can repair them then, and data that only they contain is lost. This cannot be undone.',

  'waiting.title': 'Waiting to be deleted',
  'waiting.services': 'Still to be deleted. Guise tries again by itself, also after a restart.',
  'waiting.service': '{name}: {count, plural, one {one deletion} other {# deletions}}',
  'waiting.refused':
    '{name}: {count, plural, one {one deletion} other {# deletions}}. This service does not delete jobs. Ask its operator.',
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
    '{count, plural, one {One of them is still running and is stopped} other {# of them are still running and are stopped}}',
  'person.goes.characters': '{count, plural, one {One character} other {# characters}}',
  'person.goes.recordings': '{count, plural, one {One recorded voice} other {# recorded voices}}',
  'person.goes.captures':
    '{count, plural, one {One recording or snapshot from Live} other {# recordings and snapshots from Live}}',
  'person.goes.uploads': 'Copies that were sent, small pictures and previews',
  'person.goes.consent':
    '{count, plural, one {The consent} other {The consents}}: Guise will ask again',
  'person.goes.set_aside':
    '{count, plural, one {One damaged file that was set aside: it cannot be searched} other {# damaged files that were set aside: they cannot be searched}}',
  'person.lost.title':
    '{count, plural, one {One job is at a service that is no longer set up} other {# jobs are at services that are no longer set up}}',
  'person.lost.text': 'Guise cannot delete anything there. Ask the operator of the service.',
  'person.stays':
    'Your own files stay: the one you chose, and copies you saved elsewhere. Guise does not find other photos or recordings of the same person. Delete them in the same way.',
  'person.delete': 'Delete everything',
  'person.deleting': 'Deleting',
  'person.done.title': 'Deleted',
  'person.done.all': 'Nothing of it is left, here or at your services.',
  'person.done.here': 'Everything that could be deleted on this computer is gone. This is left:',
} as const;
