import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { CLONE } from './vite.clone.ts'

const TEXT = `${CLONE}/src/text/`
const KIT = `${CLONE}/src/web/kit/text.ts`
const LANGUAGES = ['zh_HK', 'en_US']
const CALL = /\b(use|load)Text\((?:'(\w+)')?/g
const MODULE = '\0text/'

/**
 * Gives each noun of `useText('noun')` and `loadText('noun')` a module that loads its sentences, so that they start to load with the chunk that
 * needs them and no chunk lists those of others. A noun that is not written as a literal fails the build.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:text/') ? `${MODULE}${id.slice('virtual:text/'.length)}` : undefined),
    load: (id) => (id.startsWith(MODULE) ? moduleOf(id.slice(MODULE.length)) : undefined),
    transform(code, id) {
      if (!id.includes('/src/web/') || id.startsWith(KIT) || !/\b(use|load)Text\(/.test(code)) return undefined
      const nouns = new Set<string>()
      const replaced = code.replace(CALL, (_, verb: string, noun: string | undefined) => {
        if (!noun) return this.error(`${id}: ${verb}Text takes the name of a noun`)
        nouns.add(noun)
        return `text_${noun}.${verb}(`
      })
      // On the first line, so that the others keep their numbers.
      const imports = [...nouns].map((noun) => `import { text as text_${noun} } from 'virtual:text/${noun}';`)
      return { code: imports.join(' ') + replaced, map: null }
    },
  }
}

/** The file that adds the noun to `Texts` also exports its sentences. */
function moduleOf(noun: string): string {
  const declared = new RegExp(`interface Texts \\{[^}]*\\b${noun}: `)
  const file = readdirSync(`${TEXT}zh_HK`).find((name) => declared.test(readFileSync(`${TEXT}zh_HK/${name}`, 'utf8')))
  if (!file) throw new Error(`no file of src/text/zh_HK adds “${noun}” to Texts`)
  const loaders = LANGUAGES.map(
    (language) => `${language}: async () => (await import(${JSON.stringify(`${TEXT}${language}/${file}`)})).${noun}`,
  )
  return `import { lazyText } from ${JSON.stringify(KIT)}\nexport const text = lazyText({ ${loaders.join(', ')} })`
}
