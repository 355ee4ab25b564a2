import { fileURLToPath } from 'node:url'

/** The folder of this clone, or the link to it through which bin/build.js builds. Vite takes `#` and `?` in a path for its end. */
export const CLONE =
  process.env.HARBOUR_BUILD_LINK ?? fileURLToPath(new URL('.', import.meta.url)).replace(/[/\\]$/, '')
