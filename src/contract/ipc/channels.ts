/**
 * The two channels that carry the whole contract: every call as (name, input), every event as
 * (name, payload). With names as arguments the preload script needs no list of them, stays free of the
 * schemas, and the one check of names is main's dispatcher, which the page cannot go around.
 * This file imports nothing, so that the preload bundle stays small.
 */
export const callChannel = 'guise:call';

/** See {@link callChannel}. */
export const eventChannel = 'guise:event';

/**
 * The channel of the preload script alone: the path of a file the user chose, which the page never sees
 * and cannot make up.
 */
export const fileChannel = 'guise:file';

/** Name of the object that the preload script puts into the page. */
export const bridgeKey = 'guise';
