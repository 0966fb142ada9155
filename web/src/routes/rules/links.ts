/** The documentation of Tilewise. */
export const DOCUMENTATION = 'https://tilewise.github.io/tilewise/';
