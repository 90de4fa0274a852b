/** Texts in English about the virtual camera. */
export const enCameras = {
  'cameras.title': 'Virtual camera',
  'cameras.switch': 'Show the output as a camera',
  'cameras.state.off': 'off',
  'cameras.state.starting': 'starting',
  'cameras.state.ready': 'ready',
  'cameras.state.in_use': 'in use',
  'cameras.state.needs_setup': 'set-up needed',
  'cameras.state.blocked': 'taken',
  'cameras.state.failed': 'failed',
  'cameras.off_hint':
    'Other programs list it as “Guise Camera”. It shows your cover card until you go live.',
  'cameras.on_hint': 'Pick “Guise Camera” in the other program.',
  'cameras.flow.waiting': 'Cover card, until you are live',
  'cameras.flow.flowing': 'Your output',
  'cameras.flow.covered': 'Cover card',
  'cameras.flow.stalled': 'Cover card, no frames arriving',
  'cameras.numbers': '{width} × {height}, {fps} fps, {age} ms old',
  'cameras.numbers_waiting': '{width} × {height}, {fps} fps',
  'cameras.kind.pipewire': 'PipeWire: newer apps, such as Firefox on Fedora',
  'cameras.kind.v4l2': 'V4L2: Chrome, Zoom, Discord and most others',
  'cameras.listed_as': 'Other programs list this one as “{label}”.',
  'cameras.remedy.pipewire_missing':
    'PipeWire is not running. Most desktops start it automatically. On Debian, install the package “pipewire”.',
  'cameras.remedy.v4l2_missing':
    'Chrome, Zoom and Discord only see cameras of the kernel module v4l2loopback. Set it up once (the command is for Debian and Ubuntu). The camera then appears here by itself and stays after restarts.',
  'cameras.remedy.v4l2_group':
    'You have no permission to write to the device yet. Join the group “video”, then log out and in again.',
  'cameras.remedy.v4l2_stuck':
    'A program left the device in a state where it accepts no more pictures. Close programs that show it, then reload its module.',
  'cameras.remedy.v4l2_taken':
    'Another program, such as OBS, uses the only device. Close that program, then give each program a device of its own.',
  'cameras.remedy.v4l2_caps':
    'It works, but browsers do not list it. Turn the virtual camera off, reload the module with this command and turn it on again.',
  'cameras.copy_command': 'Copy the command',
  'cameras.copied': 'Copied',
  'cameras.page': 'Browser source',
  'cameras.page_hint':
    'For OBS’s browser source, or as a separate window in any browser. Anyone on this computer who has the address sees your output.',
  'cameras.copy_address': 'Copy the address',
  'cameras.delay': 'Video delay',
  'cameras.match': 'Match the voice',
  'cameras.match_again': 'Match again',
  'cameras.match_sooner': '1 frame earlier',
  'cameras.match_later': '1 frame later',
  'cameras.match_unknown':
    'Raise it when your lips are ahead of your voice. Once you are live with the voice changer on, Guise can match it for you.',
  'cameras.voice_behind': 'Your voice is {ms} ms behind the picture.',
  'cameras.voice_ahead': 'Your voice is {ms} ms ahead of the picture: the video needs no delay.',
  'cameras.matched': 'The picture waits for it.',
  'cameras.matched_by': 'The picture waits for it. Frames added by hand: {frames}.',
  'cameras.coded': 'Sent as {coding}: this computer has no H.264 encoder, so it takes longer.',
  'cameras.test': 'Test picture',
  'cameras.test_hint': 'Colour bars for ten seconds, so that you can see where it arrives.',
  'cameras.other_system': 'On this system the picture reaches other programs through OBS.',
  'cameras.obs_there':
    'OBS Virtual Camera is installed. Connect OBS in the settings, start its virtual camera and pick “OBS Virtual Camera” in the other program.',
  'cameras.obs_missing':
    'OBS Virtual Camera was not found. Install OBS and click “Start Virtual Camera” there once; macOS asks you to allow its extension. The camera list is complete once your camera is on here.',
} as const;
