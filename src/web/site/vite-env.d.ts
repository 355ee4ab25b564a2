/// <reference types="vite/client" />

/** The address of the digits of Archivo, cut at build (vite.config.ts). */
declare module 'virtual:digits-font' {
  const address: string
  export default address
}
