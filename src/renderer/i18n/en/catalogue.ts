import type { ErrorCode } from '../../../base/errors.ts';
import { toCapabilityTexts } from '../capability-texts.ts';
import { enAccount } from './account.ts';
import { enChanger } from './changer.ts';
import { enCreate } from './create.ts';
import { enControl } from './control.ts';
import { enEngine } from './engine.ts';
import { enFaults } from './faults.ts';
import { enHotkeys } from './hotkeys.ts';
import { enMessages } from './messages.ts';
import { enOnboarding } from './onboarding.ts';
import { enPreview } from './preview.ts';
import { enQueue } from './queue.ts';
import { enResult } from './result.ts';
import { enPresets } from './presets.ts';
import { enVoiceNames } from './voice-names.ts';
import { enJobs } from './jobs.ts';
import { enCameras } from './cameras.ts';
import { enMicrophone } from './microphone.ts';
import { enLibrary } from './library.ts';
import { enLive } from './live.ts';
import { enObs } from './obs.ts';
import { enModels } from './models.ts';
import { enSpend } from './spend.ts';
import { enStage } from './stage.ts';
import { enSettings } from './settings.ts';
import { enStorage } from './storage.ts';
import { enVoices } from './voices.ts';
import { enWatch } from './watch.ts';

/**
 * Every text of the interface in English, the source language: ICU message syntax, keys by place.
 * A number that changes the words uses `plural`.
 */
export const en = {
  ...toCapabilityTexts('en'),
  ...enAccount,
  ...enChanger,
  ...enControl,
  ...enCreate,
  ...enEngine,
  ...enFaults,
  ...enHotkeys,
  ...enPresets,
  ...enMessages,
  ...enOnboarding,
  ...enPreview,
  ...enQueue,
  ...enResult,
  ...enVoiceNames,
  ...enJobs,
  ...enCameras,
  ...enLibrary,
  ...enLive,
  ...enMicrophone,
  ...enModels,
  ...enObs,
  ...enSpend,
  ...enStage,
  ...enSettings,
  ...enStorage,
  ...enVoices,
  ...enWatch,

  'app.name': 'Guise',
  'app.skip': 'Skip to content',

  'nav.label': 'Screens',
  'nav.live': 'Live',
  'nav.create': 'Create',
  'nav.voices': 'Voices',
  'nav.history': 'History',
  'nav.account': 'Account',
  'nav.settings': 'Settings',

  'action.close': 'Close',
  'action.cancel': 'Cancel',
  'action.save': 'Save',
  'action.remove': 'Remove',
  'action.use': 'Use',
  'action.enter_key': 'Enter the key',
  'action.check': 'Check connection',
  'action.try_again': 'Try again',
  'action.reload': 'Reload the window',
  'action.open_folder': 'Open folder',
  'action.open_service': 'Open Service settings',
  'action.add_service': 'Add a service',
  'action.copy': 'Copy details',
  'action.restore_backup': 'Restore backup from {at}',
  'action.start_anew': 'Start with an empty history',
  'action.start_again': 'Start again',

  'status.label': 'Status',
  'status.this_computer': 'This computer',
  'status.starting': 'starting',
  'status.running': 'running',
  'status.stopped': 'not running',
  'status.cores': '{count, plural, one {# core} other {# cores}}',
  'status.cores_hint': 'Processor threads of this computer, as the system counts them',
  'status.camera_on': 'Camera on',
  'status.microphone_on': 'Microphone on',
  'status.unchecked': 'not checked',
  'status.checking': 'checking',
  'status.connected': 'connected',
  'status.failed': 'not connected',
  'status.commands': 'Commands',
  'status.shortcuts': 'Shortcuts',

  'toasts.label': 'Messages',
  'embedded.failed.title': 'The service on this computer does not run',
  'embedded.failed.in_use':
    'Another process is using its data folder. Close that process, then start the service again.',
  'embedded.failed.storage':
    'It cannot read or write its data. Check the free space and the permissions of the data folder, then start it again.',
  'embedded.failed.damaged':
    'Its database is damaged, perhaps by a power cut or a failing disk. Restore the last good backup, or start with an empty history. The damaged file is kept either way.',
  'embedded.failed.damaged_no_copy':
    'Its database is damaged, perhaps by a power cut or a failing disk, and there is no backup yet. You can start with an empty history; the damaged file is kept.',
  'embedded.failed.other':
    'It did not start, or it stopped several times. Jobs cannot run here until it does. The logs say what happened.',
  'embedded.back.title': 'The service on this computer is running again',
  'embedded.back.text': 'It had stopped. The logs say what happened.',

  'live.title': 'Live',
  'live.stage': 'Camera preview',
  'live.mirrored': 'You, mirrored',
  'live.unmirrored': 'You, as others see you',
  'live.empty.title': 'Your camera is off',
  'live.empty.text':
    'Drop a picture here and be that person. Nothing leaves this window before you go live.',
  'live.start_camera': 'Start camera',
  'live.stop_camera': 'Stop camera',
  'live.start_microphone': 'Start microphone',
  'live.stop_microphone': 'Stop microphone',
  'live.starting': 'Starting the camera',
  'live.camera': 'Camera',
  'live.microphone': 'Microphone',
  'live.choose_camera': 'Choose a camera',
  'live.choose_microphone': 'Choose a microphone',
  'live.unnamed_camera': 'Camera {number}',
  'live.unnamed_microphone': 'Microphone {number}',
  'live.no_camera_listed': 'No camera yet',
  'live.no_microphone_listed': 'No microphone yet',
  'live.mirror': 'Mirror the preview',
  'live.mirror_hint': 'Only changes what you see here, never what others see.',
  'live.stand_in_camera': 'The camera you chose is not connected. Guise uses another one for now.',
  'live.picture_facts': '{width} × {height}',
  'live.rate': '{fps} fps',
  'live.limit.camera':
    'The camera sends {camera} of {promised} fps. More light or a shorter exposure time helps.',
  'live.limit.computer':
    'This computer shows {shown} of the {camera} fps from the camera. Other programs may keep it busy.',
  'live.level': 'Level',
  'live.level_value': '{db} dB',
  'live.level_none': 'no sound',
  'live.stand_in_microphone':
    'The microphone you chose is not connected. Guise uses another one for now.',
  'live.silent': 'No sound for five seconds. Check the mute switch and the chosen microphone.',
  'live.clipping': 'Too loud: the sound is clipping. Turn the input level down.',
  'live.microphone_hint': 'Speak as you would on stream. Aim for peaks between −18 and −6 dB.',

  'device.off': 'off',
  'device.starting': 'starting',
  'device.on': 'on',
  'device.blocked': 'blocked',
  'device.missing': 'not found',
  'device.busy': 'in use elsewhere',
  'device.ended': 'stopped',
  'device.failed': 'failed',
  'device.camera.blocked.title': 'The camera is blocked',
  'device.camera.blocked.text':
    'Guise has no permission to use it. Allow the camera for Guise in the privacy settings of your system, then try again.',
  'device.camera.missing.title': 'No camera was found',
  'device.camera.missing.text': 'Plug one in or switch it on. It appears here by itself.',
  'device.camera.busy.title': 'The camera is in use elsewhere',
  'device.camera.busy.text':
    'Another program is using it. Close that program or choose another camera.',
  'device.camera.ended.title': 'The camera stopped',
  'device.camera.ended.text':
    'It was unplugged or switched off. Plug it in again or choose another camera.',
  'device.camera.failed.title': 'The camera did not start',
  'device.camera.failed.text': 'It reported an error. Unplug it, plug it in again, then try again.',
  'device.microphone.blocked.title': 'The microphone is blocked',
  'device.microphone.blocked.text':
    'Guise has no permission to use it. Allow the microphone for Guise in the privacy settings of your system, then try again.',
  'device.microphone.missing.title': 'No microphone was found',
  'device.microphone.missing.text': 'Plug one in or switch it on. It appears here by itself.',
  'device.microphone.busy.title': 'The microphone is in use elsewhere',
  'device.microphone.busy.text':
    'Another program is using it. Close that program or choose another microphone.',
  'device.microphone.ended.title': 'The microphone stopped',
  'device.microphone.ended.text':
    'It was unplugged or switched off. Plug it in again or choose another microphone.',
  'device.microphone.failed.title': 'The microphone did not start',
  'device.microphone.failed.text':
    'It reported an error. Unplug it, plug it in again, then try again.',

  'settings.title': 'Settings',
  'settings.sections': 'Sections of the settings',
  'settings.appearance': 'Appearance',
  'settings.service': 'Service',
  'settings.shortcuts': 'Shortcuts',
  'settings.storage': 'Storage',
  'settings.about': 'About',

  'appearance.theme': 'Theme',
  'appearance.theme_hint': 'System follows your desktop.',
  'appearance.theme.system': 'System',
  'appearance.theme.dark': 'Dark',
  'appearance.theme.light': 'Light',
  'appearance.language': 'Language',
  'appearance.language_hint': 'Changes at once, without a restart.',
  'appearance.language.system': 'System',
  'appearance.language.en': 'English',
  'appearance.language.de': 'Deutsch',
  'appearance.language.es': 'Español',
  'appearance.text_size': 'Text size',
  'appearance.text_size_hint': 'On top of the text size of your system.',
  'appearance.motion': 'Motion',
  'appearance.motion_hint': 'Reduced turns every transition off.',
  'appearance.motion.system': 'System',
  'appearance.motion.reduced': 'Reduced',

  'service.profiles': 'Services',
  'service.intro':
    'Guise uses one service at a time. Its key goes to that service only, and no window shows it again.',
  'service.active': 'in use',
  'service.local_hint': 'Offline and without an account. Work on this computer is free.',
  'service.key_ends': 'Key ends in {last4}',
  'service.no_key': 'No key',
  'service.key_unreadable':
    'The system can no longer open the stored key. Change the service and enter the key again.',
  'service.key_mismatch':
    'The key was entered for another address, so Guise does not send it here. Check the address, then enter the key again.',
  'service.sandbox.on':
    'On this computer, photos, videos and sound are opened in a sandbox, away from your files and the network.',
  'service.sandbox.title': 'Media is decoded without a sandbox',
  'service.sandbox.other_system':
    'On this system, a damaged or hostile video could reach your files. Only open media you trust. The sandbox needs Linux.',
  'service.sandbox.not_installed':
    'A damaged or hostile video could reach your files. Install the package bubblewrap and restart Guise.',
  'service.sandbox.refused':
    'A damaged or hostile video could reach your files. bubblewrap is installed, but this system does not let it create namespaces.',
  'service.protection.system': 'Keys are protected by the system ({backend}).',
  'service.protection.file.none':
    'No key is stored. No keyring was found: a key that you add will be in a file that other programs of your user can read.',
  'service.protection.file.title': 'Keys are not protected by the system',
  'service.protection.file.text':
    'No keyring was found, so keys are in a file that other programs of your user can read. A backup of the data folder contains the keys and safe-storage.key, which opens them: keep it as safe as the keys. Set up a keyring, then add the keys again.',
  'service.add.title': 'Add a service',
  'service.change.title': 'Change {name}',
  'service.name': 'Name',
  'service.name_hint': 'The name it has in Guise.',
  'service.address': 'Address',
  'service.address_hint': 'Include the version, such as https://host/api/v1.',
  'service.key': 'API key',
  'service.key_hint': 'Only its last four characters are shown from then on.',
  'service.key_keep': 'Leave empty to keep the key that ends in {last4}.',
  'service.invalid.name': 'Enter a name of 1 to 60 characters.',
  'service.invalid.address':
    'Enter a full address that starts with https:// (http:// only for this computer), without a key, query or fragment.',
  'service.invalid.key':
    'A key has 8 to 512 visible characters without spaces. For another server, enter it again.',
  'service.saved': '{name} was saved',
  'service.added': '{name} was added',
  'service.removed': '{name} was removed',
  'service.used': '{name} is in use now',
  'service.check_ok': '{name} answered',
  'service.check_ok_text': 'Tier {tier}, balance {amount}, {duration} ms.',
  'service.remove.title': 'Remove {name}',
  'service.remove.text':
    'Its address and key are deleted from this computer. The account at the service stays.',

  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.intro':
    'Click a shortcut to change it. “Everywhere” makes it work in a game or in chat too, but only while you are live or your voice is changed.',
  'shortcuts.keyboard': 'Without the mouse',
  'shortcuts.tab': 'Next control; with Shift, the previous one',
  'shortcuts.arrows': 'Move inside a list, a menu or a choice',
  'shortcuts.enter': 'Press the control that has the focus',
  'shortcuts.escape': 'Close what is open',

  'key.ctrl': 'Ctrl',
  'key.shift': 'Shift',
  'key.tab': 'Tab',
  'key.arrows': 'Arrow keys',
  'key.enter': 'Enter',
  'key.space': 'Space',
  'key.escape': 'Esc',

  'about.version': 'Version',
  'about.runtime': 'Runtime',
  'about.runtime.electron': 'Electron {version}',
  'about.runtime.chromium': 'System Chromium {version}',
  'about.runtime.why':
    'Electron is not installed here, so the Chromium of your system draws this window. Guise works the same.',
  'about.chromium': 'Chromium',
  'about.node': 'Node.js',
  'about.system': 'System',
  'about.licence': 'Licence',
  'about.licence_value': 'GPL-3.0-or-later',
  'about.licence_hint': 'Free to use, study, share and change.',
  'about.copied': 'The details are on the clipboard',

  'palette.label': 'Commands',
  'palette.placeholder': 'Search commands, characters, voices, files',
  'palette.empty': 'Nothing found',
  'commands.group.go': 'Go to',
  'commands.group.capture': 'Recording',
  'commands.capture.record': 'Record',
  'commands.capture.mark': 'Set a marker in the recording',
  'commands.capture.replay': 'Save a replay',
  'commands.capture.replay_seconds': 'Save the last {seconds} seconds',
  'commands.capture.no_output': 'Nothing goes out yet. Go live first.',
  'commands.capture.no_recording': 'Nothing is being recorded',
  'commands.capture.replay_is_off': 'Replay is off. Turn it on in Live, under Session.',
  'commands.group.appearance': 'Appearance',
  'commands.group.service': 'Service',
  'commands.group.app': 'Guise',
  'commands.palette': 'Open the commands',
  'commands.shortcuts': 'Show the keyboard shortcuts',
  'commands.go.live': 'Go to Live',
  'commands.go.create': 'Go to Create',
  'commands.go.voices': 'Go to Voices',
  'commands.go.history': 'Go to History',
  'commands.go.account': 'Go to Account',
  'commands.go.settings': 'Go to Settings',
  'commands.theme.system': 'Theme: system',
  'commands.theme.dark': 'Theme: dark',
  'commands.theme.light': 'Theme: light',
  'commands.theme.toggle': 'Switch between dark and light',
  'commands.language.system': 'Language: system',
  'commands.language.en': 'Language: English',
  'commands.language.de': 'Language: Deutsch',
  'commands.language.es': 'Language: Español',
  'commands.text.larger': 'Larger text',
  'commands.text.smaller': 'Smaller text',
  'commands.text.normal': 'Normal text size',
  'commands.service.add': 'Add a service',
  'commands.service.restart': 'Start the service again',
  'commands.service.use': 'Use {name}',
  'commands.folder.data': 'Open the folder of settings and profiles',
  'commands.folder.results': 'Open the folder of results',
  'commands.folder.logs': 'Open the logs',
  'commands.about': 'About Guise',

  'close.unsaved_input.title': 'Close without saving',
  'close.unsaved_input.text':
    'The service you are editing is not saved. Closing Guise discards what you typed.',
  'close.unsaved_input.stay': 'Keep editing',
  'close.unsaved_input.close': 'Discard and close',
  'close.live.title': 'You are live',
  'close.live.text': 'Closing Guise ends what others see and hear.',
  'close.live.stay': 'Stay live',
  'close.live.close': 'End and close',
  'close.recording.title': 'A recording is running',
  'close.recording.text': 'Closing Guise ends the recording at this point.',
  'close.recording.stay': 'Keep recording',
  'close.recording.close': 'End and close',

  'boundary.title': 'This screen stopped',
  'boundary.text':
    'An error in Guise stopped it. Your settings and what you typed are kept, except keys.',

  'notice.settings_set_aside.title': 'The settings could not be read',
  'notice.settings_set_aside.text': 'Guise started with its defaults. The old file was set aside.',
  'notice.profiles_set_aside.title': 'The services could not be read',
  'notice.profiles_set_aside.text': 'Add them again, or repair the old file. It was set aside.',
  'notice.jobs_set_aside.title': 'The list of jobs could not be read',
  'notice.jobs_set_aside.text': 'Results are still in their folder. The old list was set aside.',
  'notice.characters_set_aside.title': 'The characters could not be read',
  'notice.characters_set_aside.text': 'A new gallery was started. The old list was set aside.',
  'notice.captures_set_aside.title': 'The list of recordings could not be read',
  'notice.captures_set_aside.text':
    'Your recordings are where they were. New ones go to the folder of results.',
  'notice.consents_set_aside.title': 'The consents could not be read',
  'notice.consents_set_aside.text':
    'Guise asks again for each face and voice. The old list was set aside.',
  'notice.deletions_set_aside.title': 'The list of waiting deletions could not be read',
  'notice.deletions_set_aside.text':
    'Deletions that were waiting for a service may not happen. Delete those items again.',
  'notice.page_recovered.title': 'The window was reloaded after a crash',
  'notice.page_recovered.text': 'The screen you were on is open again. The logs say what happened.',
  'notice.live_ended.title': 'You are off air',
  'notice.live_ended.text':
    'The window was reloaded. That ended your session and turned camera and microphone off.',
  'notice.vault_unprotected.title': 'Keys are not protected by the system',
  'notice.vault_unprotected.text':
    'No keyring was found. Keys are in a file that other programs of your user can read, and a backup of this folder contains what opens them.',
  'notice.recording_recovered.title': 'A recording was rescued',
  'notice.recording_recovered.text':
    'Guise stopped unexpectedly while it recorded. The recording up to that point is here:',
  'notice.disk_low.title': 'The disk is almost full',
  'notice.disk_low.text':
    'Less than 1 GB is left for the recording. When the disk is full, the recording ends and keeps what it has.',
  'notice.program_replaced.title': 'Guise was updated',
  'notice.program_replaced.text':
    'Close it and open it again. Until then, some screens may not open.',
  'remedy.data': 'Open folder',
  'remedy.logs': 'Open the logs',
  'remedy.storage': 'Open Storage',
  'remedy.service': 'Open Service settings',

  'error.unauthorized.title': 'The service refused the key',
  'error.unauthorized.advice': 'Check the API key in Settings, Service. It may have been revoked.',
  'error.forbidden.title': 'The key may not do this',
  'error.forbidden.advice': 'Ask the owner of the service for a key with this permission.',
  'error.insufficient_credits.title': 'The balance is too low',
  'error.insufficient_credits.advice': 'Add credit at the service, then try again.',
  'error.invalid_input.title': 'An entry was not accepted',
  'error.invalid_input.advice': 'Check what you entered, then try again.',
  'error.unsupported_format.title': 'This kind of file cannot be used',
  'error.unsupported_format.advice':
    'Pictures can be JPEG, PNG, WebP or HEIC, videos MP4, MOV, WebM or MKV, audio WAV, MP3, M4A, OGG, Opus or FLAC.',
  'error.input_too_large.title': 'The file is too large',
  'error.input_too_large.advice': 'Use a smaller or shorter one.',
  'error.capability_unavailable.title': 'The service cannot do this',
  'error.capability_unavailable.advice': 'Choose another service, or make something else.',
  'error.not_found.title': 'It no longer exists',
  'error.not_found.advice': 'Check the address, or reload the list.',
  'error.rate_limited.title': 'Too many requests',
  'error.rate_limited.advice': 'Wait a minute, then try again.',
  'error.at_capacity.title': 'The service is busy',
  'error.at_capacity.advice': 'All slots are taken. Try again in a few minutes.',
  'error.internal_error.title': 'Something went wrong inside Guise',
  'error.internal_error.advice': 'Try again. If it happens again, check the logs.',
  'error.face_not_detected.title': 'No face was found',
  'error.face_not_detected.advice': 'Use a picture with one face, from the front and well lit.',
  'error.content_rejected.title': 'The content was refused',
  'error.content_rejected.advice': 'The service does not accept this content. Nothing was charged.',
  'error.render_timeout.title': 'It took too long',
  'error.render_timeout.advice': 'Try again, with a shorter or smaller input. Nothing was charged.',
  'error.processing_failed.title': 'The work failed',
  'error.processing_failed.advice': 'Try again. Nothing was charged.',
  'error.cancelled.title': 'It was cancelled',
  'error.cancelled.advice': 'Start it again whenever you like.',
  'error.service_unreachable.title': 'The service does not answer',
  'error.service_unreachable.advice':
    'Check the address and your network connection, then try again.',
  'error.bad_reply.title': 'The service sent an unexpected answer',
  'error.bad_reply.advice': 'Check that the address belongs to a Guise service, version included.',
  'error.key_mismatch.title': 'The key is not for this address',
  'error.key_mismatch.advice':
    'Check the address in Settings, Service. If it is right, enter the key again. Nothing was sent.',
  'error.vault_unavailable.title': 'The key store cannot be opened',
  'error.vault_unavailable.advice': 'Unlock the keyring of your system, then try again.',
  'error.storage_failed.title': 'A file could not be written or read',
  'error.storage_failed.advice': 'Check the free space and the permissions of the data folder.',
} as const satisfies Record<string, string> &
  Record<`error.${ErrorCode}.${'title' | 'advice'}`, string>;

/** Name of a text. */
export type TextKey = keyof typeof en;
