/**
 * Makes a folder that only the user can enter, and closes one that is there already. False when it is somebody else's or
 * a link: what lies in it cannot be trusted.
 */
export function makeOwnFolder(path: string): boolean;
