// The first message on a room's socket. first-paint.js sends it too, before the scripts are loaded.

const PROTOCOLS = [1];

export const HELLO = { type: 'hello', protocols: PROTOCOLS } as const;
