import type { Plugin } from 'vite'

/** The module of Vite that loads the stylesheets of a lazy chunk before the chunk (`__vitePreload`). */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/** What is replaced in it. */
const EDITS: readonly (readonly [RegExp, string])[] = [
  // A file that failed is not recorded as loaded: the next load of the chunk, or of another with this file, requests it again.
  [/\(err\) => \{\s*seen\[href\] = void 0;\s*throw err;/g, '(err) => { delete seen[href]; throw err;'],
  // Nor does its element remain: where there is one already, Vite adds none.
  [/if \(e\.type === "error"\) rej\(/g, 'if (e.type === "error") link.remove(), rej('],
]

/**
 * Requests a stylesheet that failed to load again when its chunk is retried. Vite takes a stylesheet for loaded from its first request
 * on, so that a retry would show the screen without its styles. Fails the build if a new version of Vite no longer has this code.
 */
export function retriedStylesheets(): Plugin {
  return {
    name: 'retried-stylesheets',
    apply: 'build',
    transform(code, id) {
      if (id !== PRELOAD_HELPER) return undefined
      const edited = EDITS.reduce((text, [pattern, replacement]) => {
        if (text.match(pattern)?.length !== 1) this.error(`${pattern.source} is not in the preload helper of this Vite`)
        return text.replace(pattern, replacement)
      }, code)
      return { code: edited, map: null }
    },
  }
}
