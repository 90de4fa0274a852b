import { DEVICE_RATE_HZ } from '../../../base/voice/low-pass.ts';
import { loadLibrary, type NativeLibrary } from '../../native/load-library.ts';

/** An address in this process; opaque. */
export type Pointer = unknown;

/** `enum pa_context_state`. */
export const contextStates = { ready: 4, failed: 5, terminated: 6 } as const;
/** `enum pa_stream_state`. */
export const streamStates = { ready: 2, failed: 3, terminated: 4 } as const;
/** `pa_stream_flags_t`. */
export const streamFlags = {
  interpolateTiming: 0x2,
  autoTimingUpdate: 0x8,
  dontMove: 0x2_00,
  adjustLatency: 0x20_00,
  earlyRequests: 0x40_00,
} as const;
/** `PA_INVALID_INDEX`, and "as the server likes" in buffer attributes. */
export const INVALID_INDEX = 0xff_ff_ff_ff;
/** `PA_VOLUME_NORM`: 100 %. */
export const VOLUME_NORM = 0x1_00_00;

const FLOAT32_LE = 5;
const CHANNELS_MAX = 32;

/**
 * The functions of libpulse that are needed here; <https://freedesktop.org/software/pulseaudio/doxygen/> says more.
 * Throws `capability_unavailable` where it is not installed.
 */
export function openLibPulse() {
  const library = loadLibrary('libpulse.so.0');
  const { koffi, func } = library;
  const sampleSpec = koffi.struct({ format: 'int', rate: 'uint32_t', channels: 'uint8_t' });
  return {
    koffi,
    sampleSpecs: {
      mono48k: toStruct(library, sampleSpec, {
        format: FLOAT32_LE,
        rate: DEVICE_RATE_HZ,
        channels: 1,
      }),
    },
    ...declareStructs(library, sampleSpec),

    newMainLoop: func('void* pa_mainloop_new()'),
    apiOf: func('void* pa_mainloop_get_api(void*)'),
    iterate: func('int pa_mainloop_iterate(void*, int, void*)'),
    freeMainLoop: func('void pa_mainloop_free(void*)'),

    newContext: func('void* pa_context_new(void*, const char*)'),
    connectContext: func('int pa_context_connect(void*, const char*, int, void*)'),
    contextState: func('int pa_context_get_state(void*)'),
    contextErrno: func('int pa_context_errno(void*)'),
    disconnectContext: func('void pa_context_disconnect(void*)'),
    unrefContext: func('void pa_context_unref(void*)'),
    errorText: func('const char* pa_strerror(int)'),
    cancelOperation: func('void pa_operation_cancel(void*)'),
    unrefOperation: func('void pa_operation_unref(void*)'),

    serverInfo: func('void* pa_context_get_server_info(void*, void*, void*)'),
    sourceInfo: func('void* pa_context_get_source_info_by_name(void*, const char*, void*, void*)'),
    sourceInfoList: func('void* pa_context_get_source_info_list(void*, void*, void*)'),
    sinkInfoList: func('void* pa_context_get_sink_info_list(void*, void*, void*)'),
    moduleInfoList: func('void* pa_context_get_module_info_list(void*, void*, void*)'),
    loadModule: func('void* pa_context_load_module(void*, const char*, const char*, void*, void*)'),
    unloadModule: func('void* pa_context_unload_module(void*, uint32_t, void*, void*)'),
    setSourceVolume: func(
      'void* pa_context_set_source_volume_by_name(void*, const char*, void*, void*, void*)',
    ),
    setSinkVolume: func(
      'void* pa_context_set_sink_volume_by_name(void*, const char*, void*, void*, void*)',
    ),
    setSourceMute: func(
      'void* pa_context_set_source_mute_by_name(void*, const char*, int, void*, void*)',
    ),

    newStream: func('void* pa_stream_new(void*, const char*, void*, void*)'),
    connectRecord: func('int pa_stream_connect_record(void*, const char*, void*, int)'),
    connectPlayback: func(
      'int pa_stream_connect_playback(void*, const char*, void*, int, void*, void*)',
    ),
    streamState: func('int pa_stream_get_state(void*)'),
    disconnectStream: func('int pa_stream_disconnect(void*)'),
    unrefStream: func('void pa_stream_unref(void*)'),
    peek: func('int pa_stream_peek(void*, _Out_ void**, _Out_ size_t*)'),
    drop: func('int pa_stream_drop(void*)'),
    writableSize: func('size_t pa_stream_writable_size(void*)'),
    write: func('int pa_stream_write(void*, void*, size_t, void*, int64_t, int)'),
    latency: func('int pa_stream_get_latency(void*, _Out_ uint64_t*, _Out_ int*)'),
    bufferAttr: func('void* pa_stream_get_buffer_attr(void*)'),
    setBufferAttr: func('void* pa_stream_set_buffer_attr(void*, void*, void*, void*)'),
  };
}

/** See {@link openLibPulse}. */
export type LibPulse = ReturnType<typeof openLibPulse>;

/** A struct in memory that stays where it is. */
export function toStruct(
  { koffi }: Pick<NativeLibrary, 'koffi'>,
  type: unknown,
  value: object,
): Pointer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
  const own = koffi.alloc(type as never, 1) as Pointer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
  koffi.encode(own, type as never, value);
  return own;
}

/** The used parts of the structs of `introspect.h` and `def.h`, and the prototypes of callbacks. */
function declareStructs({ koffi }: NativeLibrary, sampleSpec: unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
  const spec = sampleSpec as 'int';
  const map = koffi.struct({
    channels: 'uint8_t',
    map: koffi.array('int', CHANNELS_MAX),
  });
  const volume = koffi.struct({
    channels: 'uint8_t',
    values: koffi.array('uint32_t', CHANNELS_MAX),
  });
  const head = {
    name: 'const char*',
    index: 'uint32_t',
    description: 'const char*',
    sampleSpec: spec,
    channelMap: map,
    ownerModule: 'uint32_t',
    volume,
    isMuted: 'int',
    monitorIndex: 'uint32_t',
    monitorName: 'const char*',
    latencyUs: 'uint64_t',
    driver: 'const char*',
    flags: 'int',
    proplist: 'void*',
    configuredLatencyUs: 'uint64_t',
    baseVolume: 'uint32_t',
    state: 'int',
  } as const;
  return {
    structs: {
      volume,
      bufferAttr: koffi.struct({
        maxlength: 'uint32_t',
        tlength: 'uint32_t',
        prebuf: 'uint32_t',
        minreq: 'uint32_t',
        fragsize: 'uint32_t',
      }),
      /** `pa_source_info` and `pa_sink_info` begin alike. */
      deviceInfo: koffi.struct(head),
      moduleInfo: koffi.struct({
        index: 'uint32_t',
        name: 'const char*',
        argument: 'const char*',
      }),
      serverInfo: koffi.struct({
        userName: 'const char*',
        hostName: 'const char*',
        serverVersion: 'const char*',
        serverName: 'const char*',
        sampleSpec: spec,
        defaultSink: 'const char*',
        defaultSource: 'const char*',
      }),
    },
    protos: {
      /** `pa_server_info_cb_t`. */
      one: koffi.proto('void (void*, void*, void*)'),
      /** `pa_source_info_cb_t` and its like. */
      list: koffi.proto('void (void*, void*, int, void*)'),
      /** `pa_context_index_cb_t`. */
      index: koffi.proto('void (void*, uint32_t, void*)'),
      /** `pa_context_success_cb_t`. */
      success: koffi.proto('void (void*, int, void*)'),
    },
  };
}
