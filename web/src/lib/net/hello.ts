// The first word on a line to a room. The page itself says it too, before any script has come: see first-paint.js.

const PROTOCOLS = [1];

export const HELLO = { type: 'hello', protocols: PROTOCOLS } as const;
