/** English texts of the Create form: files, the resulting jobs, their faults. */
export const enCreate = {
  'create.choose': 'Choose files',
  'create.more_files': 'Add',
  'create.results': 'Results of your jobs',
  'create.remove_all': 'Remove all',
  'create.drop_here': 'Drop to add',
  'create.count.image': '{count, plural, one {# picture} other {# pictures}}',
  'create.count.video': '{count, plural, one {# video} other {# videos}}',
  'create.count.audio': '{count, plural, one {# recording} other {# recordings}}',
  'create.agree_all': 'I confirm this for all {count}',
  'create.matrix': 'Jobs from these files',
  'create.matrix_count': '{count, plural, one {# job} other {# jobs}}, every combination',
  'create.jobs': '{count, plural, one {# job} other {# jobs}}',
  'create.leave_out': 'Leave out {name}',
  'create.restore': 'Bring back {count}',
  'create.sent': '{count, plural, one {# job is} other {# jobs are}} in the queue',
  'create.missing.too_many': 'You can send up to {max} jobs at once. Remove some files.',
  'create.missing.none': 'You left out every job. Bring one back, or add files.',

  'create.names_more': '{names} and {count} more',
  'create.fault': '{title}.',
  'create.refused.too_large': '{name} is {size}; the most is {max} MB.',
  'create.refused.too_many': 'Only {max} fit here. Left out: {names}.',
  'create.refused.no_place': '{name} cannot be used in this form.',
  'create.refused.other': '{name}: {reason}',
  'create.refused.dismiss': 'Hide this note',
  'create.formats.image': 'Pictures can be JPEG, PNG, WebP or HEIC.',
  'create.formats.video': 'Videos can be MP4, MOV, WebM or MKV.',
  'create.formats.audio': 'Recordings can be WAV, MP3, M4A, OGG, Opus or FLAC.',

  'create.seen.face': '1 face, {height} px high',
  'create.seen.several': '{count} faces: the one marked is used',
  'create.seen.small': 'The face is only {height} px high. It looks sharp from about 150 px.',
  'create.seen.blurred': 'The face is blurred. A sharper photo gives a sharper result.',
  'create.seen.turned_away':
    'The face is turned {degrees}° away. It can speak up to {max}°. Use a picture more from the front.',
  'create.seen.turned':
    'The face is turned {degrees}° away. It can speak, but looks best from the front.',
  'create.seen.open_mouth':
    'The mouth is wide open. The result is more convincing with lips closed or smiling.',
  'create.seen.dark': 'The face is dark. The result is more convincing with a brighter picture.',
  'create.seen.uneven_light':
    'One side of the face is much darker. Even light makes a more convincing mouth.',
  'create.seen.glasses':
    'The photo shows glasses. They are taken off, which can leave marks: one without them looks real.',
  'create.seen.speakers': '{count} faces: the one who talks gets the new words',
  'create.seen.people': '{count, plural, one {1 face} other {# faces: the main person is swapped}}',
  'create.seen.small_people': 'The faces are only {height} px high and easily missed.',
  'create.seen.nobody':
    'No face seen in {frames, plural, one {the frame} other {the # frames}} looked at. The swap needs one.',
  'create.seen.body.good': 'The person is seen from head to feet: arms and legs move',
  'create.seen.body.nobody': 'Nobody was found in it.',
  'create.seen.body.several':
    '{count} people: the largest one moves. A picture of one person works best.',
  'create.seen.body.turned':
    '{side, select, back {It shows somebody from behind} other {It shows somebody from the side}}, and the front cannot be made up. A picture from the front moves best.',
  'create.seen.body.bust':
    'Only head and shoulders are visible, so only they can move. A dance needs a picture from head to feet.',
  'create.seen.body.torn':
    'This picture tears when it moves, as the example shows: limbs cross or touch. Use one with arms off the body and legs apart.',
  'create.seen.body.hidden':
    '{count, plural, one {A hand is} other {Both hands are}} hidden, and what covers it moves along. Use a picture that shows the hands.',
  'create.seen.body.touching':
    '{count, plural, one {An arm lies} other {Both arms lie}} against the body, and what it hides is made up. Arms off the body look better.',
  'create.seen.body.skirt':
    'A skirt or coat covers the legs. It stretches with long steps; trousers or shorts move better.',
  'create.seen.body.cut':
    '{count, plural, one {One arm or leg is} other {# arms and legs are}} not fully visible and will not move.',
  'create.seen.body.example': 'The same person with an arm up: about what to expect',
  'create.seen.body.other_side':
    '{shown, select, front {It shows the person from the front} back {It shows the person from behind} other {It shows the person from the side}}. Here it has to be {side, select, back {from behind} other {from the side}}.',
  'create.seen.body.first':
    '{side, select, back {It shows somebody from behind} other {It shows somebody from the side}}. With further pictures, this one has to be from the front.',
  'create.seen.body.further':
    '{side, select, back {Seen from behind: shown where the clip turns away} other {Seen from the side: shown where the clip turns sideways}}',
  'create.seen.body.placed': 'Joints set by hand: arms and legs move with them',
  'create.joints.set': 'Set joints by hand',
  'create.joints.adjust': 'Adjust joints',
  'create.joints.title': 'Where the joints are',
  'create.joints.text':
    'Drag each point onto its joint, or move it with the arrow keys. Violet is the character’s own left, amber its own right. If the picture does not show a joint, put its point on the edge: that part stays still.',
  'create.joints.save': 'Use these joints',
  'create.joints.find': 'Find them again',
  'create.joints.point': '{joint}: {x}% from the left, {y}% from the top',
  'create.joints.face': 'Middle of the face',
  'create.joints.leftShoulder': 'Left shoulder',
  'create.joints.rightShoulder': 'Right shoulder',
  'create.joints.leftElbow': 'Left elbow',
  'create.joints.rightElbow': 'Right elbow',
  'create.joints.leftWrist': 'Left wrist',
  'create.joints.rightWrist': 'Right wrist',
  'create.joints.leftHip': 'Left hip',
  'create.joints.rightHip': 'Right hip',
  'create.joints.leftKnee': 'Left knee',
  'create.joints.rightKnee': 'Right knee',
  'create.joints.leftAnkle': 'Left ankle',
  'create.joints.rightAnkle': 'Right ankle',
  'create.seen.driver.good': 'One person with arms and legs in view',
  'create.seen.driver.nobody':
    'Nobody was seen in {frames, plural, one {the frame} other {the # frames}} checked. The clip has to show somebody who moves.',
  'create.seen.driver.several':
    '{count} people: Guise follows the largest one. A clip of one person works best.',
  'create.seen.driver.away':
    'Nobody is visible in {count} of {frames} frames checked. There is no motion to follow there.',
  'create.seen.driver.turned':
    'The person is turned away in {count} of {frames} frames checked. One picture has only one side; motion control on this computer takes two more, from the side and from behind.',
  'create.seen.driver.cut':
    '{count, plural, one {One arm or leg is} other {# arms and legs are}} out of the picture most of the time and will not move.',
  'create.seen.used': 'Face {number} of {count}, the one that is used',
  'create.seen.other': 'Face {number} of {count}',
  'create.seen.choose': '{count} people: choose who is swapped',
  'create.other.on': 'On person {number} of {count}',
  'create.other.nobody': 'Nobody is left for this face.',
  'create.seen.who': 'Who is swapped',
  'create.seen.person': 'Person {number} of {count}',
  'create.seen.voice': '{length} of a voice',
  'create.seen.voice_short': 'Only {length} long. 10 to 30 s sound more like the person.',
  'create.no_face': 'No face was found. Use one with a face from the front, well lit.',

  'failure.waited.title': 'The job waited for you for 24 hours',
  'failure.waited.advice':
    'It ended by itself. Nothing was charged. Start it again when you have a moment.',
  'failure.no_face.video.title': 'No face was found in {name}',
  'failure.no_face.video.advice':
    'Use a clip that shows a face, not too small and not from the side all the time.',
  'failure.no_face.image.title': 'No face was found in {name}',
  'failure.no_face.image.advice': 'Use a photo of one face, from the front and well lit.',
  'failure.no_face_in':
    '{frames, plural, one {The only frame was} other {All # frames were}} checked.',
  'failure.faces_too_small':
    'Faces were seen, but they are too small or turned away too far in all {frames} frames.',
  'failure.picture.title': '{name} cannot be used here',
  'failure.picture.side':
    'It shows the character from another side than it has to: the first picture from the front, further ones from the side and from behind.',
  'failure.voice.title': '{name} cannot be used as a sample',
  'failure.said': 'The service says: {message}',

  'trim.end': 'Where the video ends',
  'trim.length': 'Length from the start',
  'trim.whole': 'All of it, {length}',
  'trim.part': 'The first {length} of {of}',
  'trim.play': 'Play this part',

  'form_preset.label': 'Preset',
  'form_preset.none': 'Own settings',
  'form_preset.save': 'Save these settings',
  'form_preset.remove': 'Remove the preset {name}',
  'form_preset.usual': 'Preset {number}',
  'form_preset.name': 'Name',
  'form_preset.name_rule': '1 to {max} characters.',
} as const;
