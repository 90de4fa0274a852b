import type { Fault } from '../../../base/faults.ts';

/** English texts of the faults. */
export const enFaults = {
  'fault.choose_again.title': 'Choose the file again',
  'fault.choose_again': 'Guise no longer has access to this file. Choose it once more.',
  'fault.convert_again.title': 'The result no longer exists',
  'fault.convert_again': 'Convert the recording again, then save it.',
  'fault.file_empty.title': 'The file is empty',
  'fault.file_empty': 'The file has no content, or it is not a file. Choose another one.',
  'fault.file_unreadable.title': 'The file cannot be read',
  'fault.file_unreadable': 'Check that it is still there and that you may open it.',
  'fault.file_changed.title': 'The file has changed',
  'fault.file_changed': 'It has changed since you chose it, so it was not used. Choose it again.',
  'fault.no_media': 'Guise cannot read it: it is damaged, or no picture, sound or video.',
  'fault.picture_needed': 'A picture is needed here: JPEG, PNG or WebP.',
  'fault.video_needed': 'A video is needed here, such as MP4 or WebM.',
  'fault.file_too_large': 'The limit is {max_mb, number} MB. Make it shorter or smaller.',
  'fault.uploads_full.title': 'Your uploads are full',
  'fault.uploads_full':
    'Your files may take {max_mb, number} MB in total at this service. Forget some jobs, or wait a day: old uploads are removed by themselves.',
  'fault.uploads_busy':
    '{count, plural, one {One file is} other {# files are}} being sent already. Wait until one is done.',
  'fault.consent_missing.title': 'The consent is missing',
  'fault.consent_missing': 'Confirm that it is you, or that the person agreed.',
  'fault.file_damaged': 'The file is damaged or incomplete. Save it again, or use another one.',
  'fault.wrong_type':
    'Its name does not match its content: {format}. Save it again under the right name.',
  'fault.unknown_codec':
    'It uses {codec}, which Guise cannot read. Use H.264, HEVC, AV1, VP8 or VP9 with AAC, MP3, Opus or FLAC.',
  'fault.too_many_pixels':
    'It has {width} × {height} pixels; the limit is {max_megapixels, number} million. Make it smaller.',
  'fault.too_heavy':
    'Reading it takes too much time or memory. Save it smaller, or as H.264 with 8 bits.',
  'fault.animated': 'The picture is animated. Use a still picture, or a video.',
  'fault.heic_unreadable': 'HEIC pictures cannot be read here. Save it as JPEG, PNG or WebP.',
  'fault.no_picture': 'There is no picture in it, only sound. Use a video.',
  'fault.holds_video':
    'It is a sound file that contains a video. Save the video as MP4, MOV, WebM or MKV.',
  'fault.no_sound':
    'Guise finds no sound in it. Use a sound file such as WAV, MP3, OGG or M4A, or a video with sound.',
  'fault.clip_unplayable':
    'This clip cannot be played here. Save it as MP4 with H.264, or as WebM.',
  'fault.no_person':
    'Nobody was found in it. Use one that shows one person, best from head to feet.',
  'fault.nothing_changed':
    'Nothing was changed: what you asked for does not show, does not show clearly enough, or is so already. Teeth have to be visible, eyes open, and hair free of hats and unlike what is behind it.',
  'fault.person_missing':
    'The person that you chose is not among the faces that were found ({count, number}). Say where the person is: “pixelate the face on the left”.',
  'fault.person_unclear':
    'It is not certain who is meant among the faces that were found ({count, number}), so nothing was changed. Count from a side: “pixelate the second face from the left”.',
  'fault.person_touched':
    'The person to take out touches somebody else or stands too close, so nothing was changed. You can cover the face (“pixelate the face on the left”) or crop the picture.',
  'fault.person_uncut':
    'The person to take out does not stand out clearly enough, so nothing was changed. You can cover the face: “pixelate the face on the left”.',
  'fault.ground_uneven':
    'What is behind the person to take out is too uneven to be filled in, so nothing was changed. You can cover the face (“pixelate the face on the left”) or crop the picture.',
  'fault.other_side':
    'The picture shows another side of the character than you asked for. Use one that shows that side, or choose another direction.',
  'fault.mp4_needed': 'This needs MP4 or MOV. Save the video as one of them.',
  'fault.jpg_needed': 'This needs JPG or PNG. Save the picture as one of them.',
  'fault.sides_short':
    'It has {width} × {height} pixels; both sides need at least {min_pixels, number}. Use a larger one.',
  'fault.sides_unequal':
    'It is too long and narrow: one side may be at most {max_aspect, number} times the other. Crop it.',
  'fault.clip_length':
    'The clip is {seconds, number} s long; it has to be {min_seconds, number} to {max_seconds, number} s. Cut it to that length.',
  'fault.face_turned':
    'The face is turned {degrees, number}° away; the limit is {max_degrees, number}°. Use a picture that shows it more from the front.',
  'fault.face_tiny':
    'The face would be {pixels, number} pixels wide; it needs {min_pixels, number}. Use a picture that shows it larger, or a higher resolution.',
  'fault.result_too_long':
    'The result would be up to {seconds, number} s long; the limit is {max_seconds, number} s. Choose a shorter part.',
  'fault.sound_too_long':
    'The sound is {seconds, number} s long; the limit is {max_seconds, number} s. Cut it shorter.',
  'fault.preset_unreadable': 'This is not a look that Guise saved, or it is damaged.',
  'fault.no_speech.title': 'The recording cannot be used',
  'fault.no_speech': 'Nobody speaks in it. Use a recording of one person who speaks.',
  'fault.little_speech.title': 'There is too little speech',
  'fault.little_speech':
    'There is too little speech in it. Use at least 3 s of one person; 10 s are better.',
  'fault.clipped.title': 'The recording is too loud',
  'fault.clipped': 'It is clipped: too loud for the microphone. Record it again more quietly.',
  'fault.music.title': 'The recording cannot be used',
  'fault.music': 'It sounds like music or steady noise. Use one person who speaks, without music.',
  'fault.too_short.title': 'The recording is too short',
  'fault.too_short': 'Take one of at least {min_seconds, number} s.',
  'fault.too_long.title': 'The recording is too long',
  'fault.too_long': 'It is longer than {max_minutes, number} minutes. Cut it into shorter pieces.',
  'fault.nothing_to_say.title': 'There is nothing to speak',
  'fault.nothing_to_say': 'The script has no letters or digits. Write something to say.',
  'fault.unreadable_letters.title': 'The voice cannot read this script',
  'fault.unreadable_letters':
    '{language} is not written in these letters. Choose the language of the script, or a voice that speaks it.',
  'fault.unknown_voice.title': 'The voice does not exist here',
  'fault.unknown_voice': 'This service does not have it, or no longer has it. Choose another one.',
  'fault.no_voice_for.title': 'No voice speaks this language',
  'fault.no_voice_for':
    'There is no voice that speaks {language}. There are voices for {languages}.',
  'fault.no_swapper.title': 'No model is chosen',
  'fault.no_swapper': 'Choose a model that swaps faces or makes them talk first.',
  'fault.too_dear':
    'This can cost up to {needed_usd}, and you have {balance_usd} left. Choose a shorter part, or add credit at the service.',
  'fault.rate_limit':
    'The service accepts at most {count, number} requests a minute. Try again in {seconds, number} s.',
  'fault.jobs_full':
    '{running, plural, one {One of your jobs} other {# of your jobs}} may run there, and {waiting, number} more may wait. Try again when some are done.',
  'fault.queue_full': 'The queue of the service is full. Try again in a few minutes.',
  'fault.streams_full': 'Every slot for live sessions is taken. Try again in a few minutes.',
  'fault.sessions_full.title': 'You have too many live sessions',
  'fault.sessions_full':
    'Your account may have {count, number} at once. End one first, or wait until one runs out.',
  'fault.two_voices.title': 'This computer cannot run a second voice',
  'fault.two_voices':
    'Another voice from a model is in use, and this computer is too slow for both. End that one first.',
  'fault.characters_full.title': 'The gallery is full',
  'fault.characters_full': 'The limit is {count, number} characters. Remove one first.',
  'fault.presets_full.title': 'There are too many looks',
  'fault.presets_full': 'The limit is {count, number} looks. Remove one first.',
  'fault.programs_full.title': 'Too many programs have access',
  'fault.programs_full':
    'The limit is {count, number}. Take access away from one in Settings → Control.',
  'fault.timeout': 'The answer took too long. Check your network connection, then try again.',
  'fault.download_cut.title': 'The download was interrupted',
  'fault.download_cut':
    'The file is incomplete. Try again: the download continues where it stopped.',
  'fault.service_stopping.title': 'The service is stopping',
  'fault.service_stopping': 'Try again when it is running.',
  'fault.service_disk_full.title': 'The disk of the service is full',
  'fault.service_disk_full':
    'The operator has to free some space; on this computer, do so in Settings → Storage. Then try again.',
  'fault.local_service.title': 'The service on this computer does not answer',
  'fault.local_service':
    'It has stopped, or is just starting. If this does not change, start it again in Settings → Service.',
  'fault.no_deletion.title': 'This service does not delete jobs',
  'fault.no_deletion': 'Ask the operator of the service.',
  'fault.no_key.title': 'The key is missing',
  'fault.no_key': 'This service needs an API key. Enter it in Settings, Service.',
  'fault.key_unreadable':
    'The system can no longer open the stored key. Enter it again in Settings, Service.',
  'fault.room_unreachable.title': 'The media room cannot be reached',
  'fault.room_unreachable':
    'Picture and sound cannot reach the service. Check your network and firewall, then try again.',
  'fault.session_over.title': 'The session has ended',
  'fault.session_over': 'Its time ran out, or it was ended at the service. Start again.',
  'fault.session_taken.title': 'The session is in use elsewhere',
  'fault.session_taken': 'Another connection has it. End it there, then start again.',
  'fault.session_running.title': 'A session is already running',
  'fault.session_running': 'End it first, then go live again.',
  'fault.engine_ended.title': 'The engine stopped',
  'fault.engine_ended':
    'It stopped several times and was not restarted. A smaller picture or another character may help.',
  'fault.nothing_goes_out.title': 'There is no picture yet',
  'fault.nothing_goes_out': 'Go live first, then try again.',
  'fault.no_camera_picture.title': 'The camera sends no picture',
  'fault.no_camera_picture': 'Start it, or wait until you see its picture, then try again.',
  'fault.no_replay.title': 'There is no replay yet',
  'fault.no_replay': 'It fills up while you are live with Replay on.',
  'fault.nothing_recorded.title': 'Nothing is being recorded',
  'fault.nothing_recorded': 'Start a recording first.',
  'fault.recording_full.title': 'The recording is full',
  'fault.recording_full':
    'It reached its largest size and ended. The recording is kept; start a new one.',
  'fault.disk_full.title': 'The disk is full',
  'fault.disk_full': 'Free some space, then try again. Settings → Storage shows what Guise keeps.',
  'fault.disk_slow.title': 'The disk is too slow',
  'fault.disk_slow': 'It cannot keep up with the recording. Choose a folder on a faster one.',
  'fault.no_permission.title': 'Guise may not write there',
  'fault.no_permission': 'Choose another folder, or change its permissions.',
  'fault.still_running.title': 'It is still running',
  'fault.still_running': 'Cancel or end it first.',
  'fault.job_sending.title': 'A job is being sent',
  'fault.job_sending': 'Try again when it is running.',
  'fault.not_https.title': 'This address cannot be opened',
  'fault.not_https': 'Guise only opens addresses that start with https:// and have no user name.',
  'fault.not_copied.title': 'Nothing was copied',
  'fault.not_copied': 'The clipboard did not accept it. Click into the window, then try again.',
  'fault.port_taken.title': 'The port is in use',
  'fault.port_taken':
    'Another program uses port {port} of this computer. Close it, then try again.',
  'fault.sound_server.title': 'No sound server answers',
  'fault.sound_server': 'Guise needs PulseAudio, or PipeWire with the package “pipewire-pulse”.',
  'fault.no_microphone.title': 'No microphone was found',
  'fault.no_microphone': 'Plug one in, or choose another one in the settings.',
  'fault.no_output.title': 'No output was found',
  'fault.no_output': 'Plug in headphones or loudspeakers, then try again.',
  'fault.microphone_failed.title': 'The microphone could not be recorded',
  'fault.microphone_failed': 'Unplug it, plug it in again, then try again.',
  'fault.obs_silent.title': 'OBS does not answer',
  'fault.obs_silent': 'Check that it is running, then try again.',
  'fault.obs_no_microphone.title': 'OBS has no microphone source',
  'fault.obs_no_microphone': 'Add one in OBS, then try again.',
  'fault.obs_not_set_up.title': 'OBS does not show Guise yet',
  'fault.obs_not_set_up': 'Set it up in Settings → OBS first.',
  'fault.obs_no_camera.title': 'OBS has no virtual camera here',
  'fault.obs_no_camera': 'This OBS has none for this system. Use the virtual camera of Guise.',
  'fault.watch_own_folder.title': 'Guise writes to this folder',
  'fault.watch_own_folder':
    'Your results are in it and would be picked up as new files. Choose another folder.',
  'fault.watch_no_folder.title': 'No folder is chosen yet',
  'fault.watch_no_folder': 'First choose the folder to watch.',
  'fault.watch_not_set_up.title': 'Nothing is set up for jobs yet',
  'fault.watch_not_set_up': 'Fill in a form in Create and press “Do this with new files”.',
  'fault.no_update_feed.title': 'No address is set',
  'fault.no_update_feed': 'Enter the address to ask first.',
  'fault.feed_unreachable.title': 'The address does not answer',
  'fault.feed_unreachable': 'Check the address and your connection, then try again.',
  'fault.feed_unreadable.title': 'The address gives no version',
  'fault.feed_unreadable': 'Check the address: it has to be a release feed, not a page.',
  'fault.no_reference.title': 'No recording is chosen',
  'fault.no_reference':
    'Choose a recording of the voice you want to sound like, or one of the voices.',
  'fault.time_used_up.title': 'The time is used up',
  'fault.time_used_up': 'The session reached its time limit. Start again for another one.',
  'fault.markers_full.title': 'No more markers fit',
  'fault.markers_full': 'A recording can have at most {count, number} markers.',
} as const satisfies Readonly<
  Record<`fault.${Fault}`, string> & Partial<Record<`fault.${Fault}.title`, string>>
>;
