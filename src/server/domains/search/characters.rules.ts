import hongKong from 'opencc-js/dict/HKVariants'
import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import toTraditional from 'opencc-js/dict/STCharacters'
import toSimplified from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariants'

/** Japanese forms that are Chinese characters of another meaning. */
const NOT_JAPANESE = new Set('予芸弁欠缶余')

/** Variants that the tables keep apart, as pairs of a character and the one that it is found by. */
const BY_HAND =
  '著着 妳你 祇只 衹只 隻只 敍叙 敘叙 枱台 菓果 綫线 裏里 裡里 咀嘴 牀床 羣群 峯峰 麪面 恆恒 啓启 啟启 峒峝'

/** The value is the first: phrases, which would make a prefix differ from its title, are never used. */
const tableOf = (text: string): Map<string, string> =>
  new Map(text.split('|').map((row) => row.split(' ') as [string, string]))

const simplified = tableOf(toSimplified)
const traditional = tableOf(toTraditional)

/** Every character that is not its own canonical form. */
const canonical: ReadonlyMap<string, string> = buildCanonical()

function buildCanonical(): Map<string, string> {
  const forms = new Map<string, string>()
  const formOf = (character: string): string => {
    const known = forms.get(character) ?? simplified.get(character)
    if (known !== undefined) return known
    const full = traditional.get(character)
    return full === undefined ? character : (simplified.get(full) ?? character)
  }
  const setForm = (character: string, form: string): void => {
    if (character !== form) forms.set(character, form)
  }
  for (const [character, form] of simplified) setForm(character, form)
  for (const character of traditional.keys()) setForm(character, formOf(character))
  for (const pair of BY_HAND.split(' ')) {
    const [character = '', form = ''] = pair
    setForm(character, formOf(form))
  }
  for (const [standard, variant] of [...tableOf(hongKong), ...tableOf(taiwan)]) setForm(variant, formOf(standard))
  for (const [modern, full] of tableOf(japanese)) {
    if (!NOT_JAPANESE.has(modern) && !simplified.has(modern)) setForm(modern, formOf(full))
  }
  return forms
}

/** Replaces each character by the one form under which its traditional, simplified and variant forms are found. */
export function foldCharacters(text: string): string {
  let folded = ''
  for (const character of text) folded += canonical.get(character) ?? character
  return folded
}
