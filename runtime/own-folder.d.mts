/**
 * Creates a folder that only the user can access, and restricts an existing one. Returns false when it belongs
 * to somebody else or is a link: its content cannot be trusted.
 */
export function makeOwnFolder(path: string): boolean;
