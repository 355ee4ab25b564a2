import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const NAME = 'virtual:speed-file'
const BYTES = 1_500_000

/** Bytes that do not compress, the same in every build. */
function randomBytes(): Buffer {
  const blocks: Buffer[] = []
  let block = createHash('sha512').update(NAME).digest()
  for (let size = 0; size < BYTES; size += block.length) {
    block = createHash('sha512').update(block).digest()
    blocks.push(block)
  }
  return Buffer.concat(blocks)
}

/** `virtual:speed-file`: the address of a file of random bytes, by which the help centre measures the connection. */
export function speedFile(): Plugin {
  let isEmitted = false
  return {
    name: 'speed-file',
    configResolved(config) {
      isEmitted = config.command === 'build' && !config.build.ssr
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      if (!isEmitted) return `export default '/favicon-512.png'`
      const file = this.emitFile({ type: 'asset', name: 'speed.bin', source: randomBytes() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}
