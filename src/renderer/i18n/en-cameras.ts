/** Texts in English about the virtual camera. */
export const enCameras = {
  'cameras.title': 'Virtual camera',
  'cameras.switch': 'Show the output as a camera',
  'cameras.state.off': 'off',
  'cameras.state.starting': 'starting',
  'cameras.state.ready': 'ready',
  'cameras.state.in_use': 'in use',
  'cameras.state.needs_setup': 'set-up needed',
  'cameras.state.failed': 'failed',
  'cameras.off_hint':
    'Other programs list it as “Guise Camera”. Until you are live it shows your cover card.',
  'cameras.on_hint': 'Pick “Guise Camera” in the other program.',
  'cameras.flow.waiting': 'Cover card, until you are live',
  'cameras.flow.flowing': 'Your output',
  'cameras.flow.covered': 'Cover card',
  'cameras.flow.stalled': 'Cover card, no pictures come',
  'cameras.numbers': '{width} × {height}, {fps} fps, {age} ms old',
  'cameras.numbers_waiting': '{width} × {height}, {fps} fps',
  'cameras.kind.pipewire': 'For apps that use PipeWire',
  'cameras.kind.v4l2': 'For apps that use V4L2',
  'cameras.remedy.pipewire_missing':
    'PipeWire is not running. Most desktops start it by themselves; on Debian it is the package “pipewire”.',
  'cameras.remedy.v4l2_missing':
    'The module v4l2loopback is not loaded. Browsers, Zoom and Discord need it.',
  'cameras.remedy.v4l2_group':
    'You may not write to the device yet. Join the group “video”, then log in again.',
  'cameras.remedy.v4l2_stuck': 'The device takes no more pictures. Load its module again.',
  'cameras.remedy.v4l2_taken':
    'Another program feeds this device. Close it, or load the module with one device more.',
  'cameras.remedy.v4l2_caps':
    'Browsers do not list this device. Load its module with exclusive_caps=1.',
  'cameras.copy_command': 'Copy the command',
  'cameras.copied': 'Copied',
  'cameras.delay': 'Hold the picture back',
  'cameras.delay_hint': 'Raise it when your lips are ahead of your voice.',
  'cameras.test': 'Test picture',
  'cameras.test_hint': 'Colour bars for ten seconds, so that you can see where it arrives.',
  'cameras.other_system': 'On this system the picture reaches other programs through OBS.',
} as const;
