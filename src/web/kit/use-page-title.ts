import { useEffect, useRef } from 'react'
import type { Language } from '#contract/languages.ts'
import { useCallContext } from './call-context.ts'

interface PageTitle {
  readonly title: string
  readonly language: Language
}

/** The last known one shows: a layer without its data leaves the title of the page below. */
const stack: { current: PageTitle }[] = []
let appNames: Readonly<Record<Language, string>> = { zh_HK: '', en_US: '' }
let tagline = ''

/** What follows each title, by language, and the tagline on home; once, at boot. */
export function setAppName(names: Readonly<Record<Language, string>>, line: string): void {
  appNames = names
  tagline = line
}

/** "夜渡鯉魚門 - 港映"; without a title the app's name and its tagline, as in the prerendered page. */
export const formatPageTitle = ({ title, language }: PageTitle): string =>
  title ? `${title} - ${appNames[language]}` : `${appNames[language]} - ${tagline}`

/** Sets the document's title while mounted, in the language around. Empty: not known yet. */
export function usePageTitle(title: string): void {
  const { language } = useCallContext()
  const entry = useRef<PageTitle>({ title: '', language })
  useEffect(() => {
    stack.push(entry)
    return () => {
      stack.splice(stack.indexOf(entry), 1)
      show()
    }
  }, [])
  useEffect(() => {
    entry.current = { title, language }
    show()
  }, [title, language])
}

function show() {
  const [page] = stack
  if (!page) return
  const shown = stack.findLast(({ current }) => current.title !== '') ?? page
  document.title = formatPageTitle(shown.current)
}
