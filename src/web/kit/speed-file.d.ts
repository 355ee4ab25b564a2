/** The address of a file of random bytes, by which the help centre measures the connection (vite.speed-file.ts). */
declare module 'virtual:speed-file' {
  const url: string
  // oxlint-disable-next-line import/no-default-export -- the module of an asset
  export default url
}
