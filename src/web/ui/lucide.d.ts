/** One icon's data per file. The package's index would make every build and test read all 2000 of them. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide'

  const node: IconNode
  export default node
}
