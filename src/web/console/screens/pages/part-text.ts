import { idOfItem } from '#contract/admin/page-changes.ts'
import { PAGE_PARTS, type PageContent } from '#contract/admin/pages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useLocalized, usePage, useTitleName } from './page-context.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** The parts of a page (`page-parts.rules.ts`) and their values in words. */
export function usePartText(contents: readonly PageContent[]) {
  const text = useText('consolePages')
  const shell = useShellText()
  const { language } = useCallContext()
  const { titles } = usePage()
  const localized = useLocalized()
  const titleName = useTitleName(titles)
  const names = new Map(
    contents.flatMap((content) =>
      PAGE_PARTS.flatMap((part) =>
        content[part].map((item): [string, string] => {
          const name = localized('name' in item ? item.name : item.title)
          const about = 'bannerId' in item && item.programId !== null ? titleName(item.programId) : ''
          return [idOfItem(item), name || about || text.unnamed]
        }),
      ),
    ),
  )
  const words: Readonly<Record<string, string>> = { ...text.parts, ...text.fields, ...text.languages }
  const labelOf = (key: string): string => {
    const [part = '', id, ...path] = key.split('/')
    if (id === undefined) return text.orderOf(words[part] ?? part)
    return [names.get(id) ?? id, ...path.map((name) => words[name] ?? name)].join(' · ')
  }
  const format = (key: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return shell.none
    if (typeof value === 'boolean') return value ? shell.yes : shell.no
    if (Array.isArray(value)) {
      const say = key.endsWith('/programIds') ? titleName : (id: string) => names.get(id) ?? id
      return (value as readonly string[]).map(say).join(shell.comma) || shell.none
    }
    if (typeof value === 'object') return key.includes('/') ? (names.get(key.split('/')[1]!) ?? shell.yes) : shell.yes
    if (typeof value !== 'string') return String(value as number)
    if (key.endsWith('/programId')) return titleName(value)
    const known = [text.sources, text.classifies, text.bannerTypes] as readonly Readonly<Record<string, string>>[]
    const sentence = known.find((each) => value in each)?.[value]
    if (sentence && /\/(source|programClassify|bannerType)$/.test(key)) return sentence
    return INSTANT.test(value) ? shell.hongKong(formatInstant(value, language)) : value
  }
  return { labelOf, format }
}
