// Joins the types that the server generates into one file: `npm run types` after a change of the protocol.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const FROM = '../src/tilewise/wire/generated';
const TO = 'src/lib/protocol/generated.ts';

export function joined() {
    const names = [...readFileSync(`${FROM}/index.ts`, 'utf8').matchAll(/"\.\/(\w+)"/g)].map(
        (match) => match[1],
    );
    const parts = names.map((name) => readFileSync(`${FROM}/${name}.ts`, 'utf8'));
    const bodies = parts.map((text) =>
        text.replace(/^\/\/.*\n/, '').replaceAll(/^import type \{[^}]*\} from "[^"]*";\n/gm, ''),
    );
    return [
        '// Joined by `npm run types` from what tilewise.wire generates; do not edit.\n',
        ...bodies.map((body) => body.trim()),
    ]
        .join('\n')
        .concat('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(TO, joined());
