import { createContext, useContext } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { find, NamedTitle, PageContent, PageIssue } from '#contract/admin/pages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { LANGUAGES } from '#contract/languages.ts'

export type FoundPage = AdminOutputOf<typeof find>

export type Layer =
  | 'publish'
  | 'history'
  | 'drop'
  | 'overtaken'
  | 'preview'
  | { readonly mergeWith: number; readonly thenPublishes: boolean }

export interface PageEditor {
  readonly scope: string
  readonly content: PageContent
  readonly set: (change: (content: PageContent) => Partial<PageContent>) => void
  readonly issues: readonly PageIssue[]
  /** Of all titles that the page names. */
  readonly titles: ReadonlyMap<string, NamedTitle>
  readonly addTitles: (titles: readonly NamedTitle[]) => void
  readonly live: PageContent
}

export const PageContext = createContext<PageEditor | undefined>(undefined)

/** @throws outside of a `PageContext` */
export function usePage(): PageEditor {
  const page = useContext(PageContext)
  if (!page) throw new Error('no PageContext above')
  return page
}

/** A text in the operator's language, else the other. */
export function useLocalized(): (text: { readonly zh_HK: string; readonly en_US: string }) => string {
  const { language } = useCallContext()
  return (text) => text[language] || text.zh_HK || text.en_US
}

/** The name of a title by its id. */
export function useTitleName(titles: ReadonlyMap<string, NamedTitle>): (programId: string) => string {
  const localized = useLocalized()
  return (programId) => {
    const title = titles.get(programId)
    return title ? localized(title.title) : programId
  }
}

/** An issue in words, with what it is about. */
export function useIssueText(): (issue: PageIssue) => string {
  const text = useText('consolePages')
  const { titles } = usePage()
  const nameOf = useTitleName(titles)
  return ({ code, about }) => {
    const language = LANGUAGES.find((each) => each === about)
    const subject = about === undefined ? undefined : language ? text.languages[language] : nameOf(about)
    return subject ? text.aboutIssue(subject, text.issues[code]) : text.issues[code]
  }
}

/** What keeps a field from publication, in words. */
export function useFieldError(): (field: string, about?: string) => string | undefined {
  const { issues } = usePage()
  const say = useIssueText()
  return (field, about) => {
    const found = issues.find(
      (issue) => issue.blocks && issue.field === field && (about === undefined || issue.about === about),
    )
    return found && say(found)
  }
}
