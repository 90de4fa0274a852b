/**
 * Asks for a microphone as it is, null for the system's first: what browsers do to voices for calls would
 * change their level and tone.
 */
export function toRawMicrophone(deviceId: string | null): MediaTrackConstraints {
  return {
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  };
}
