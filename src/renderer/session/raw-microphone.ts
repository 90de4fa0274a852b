/**
 * Constraints for an unprocessed microphone, null for the system default: the browser's processing for calls
 * would change level and tone.
 */
export function toRawMicrophone(deviceId: string | null): MediaTrackConstraints {
  return {
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  };
}
