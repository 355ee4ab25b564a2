/** The character tables of opencc-js: `key value value|key value`, the most common value first. */
declare module 'opencc-js/dict/*' {
  const table: string
  export default table
}
