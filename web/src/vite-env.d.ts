/// <reference types="vite/client" />
declare module '@fontsource-variable/rubik/wght.css';
