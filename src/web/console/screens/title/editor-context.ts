import { createContext, useContext } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { TitleIssue } from '#contract/admin/title-issues.ts'
import type { find, TitleContent } from '#contract/admin/titles.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import { useText } from '#web/kit/text.ts'

export type FoundTitle = AdminOutputOf<typeof find>

/** A dialog over the page of a title. */
export type Layer =
  | 'publish'
  | 'history'
  | 'preview'
  | 'overtaken'
  | { readonly mergeWith: number; readonly thenPublishes: boolean }

export interface Editor {
  readonly content: TitleContent
  readonly set: (change: Partial<TitleContent> | ((content: TitleContent) => Partial<TitleContent>)) => void
  readonly issues: readonly TitleIssue[]
  readonly isReadOnly: boolean
  /** Undefined for a title that is not on the server yet. */
  readonly title: FoundTitle | undefined
}

export const EditorContext = createContext<Editor | undefined>(undefined)

/** @throws outside of an `EditorContext` */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('no EditorContext above')
  return editor
}

/** An issue in words, with the episode or region that it is about. */
export function useIssueText(): (issue: TitleIssue) => string {
  const { issues, aboutIssue, episode, languages } = useText('consoleTitle')
  const { regions } = useText('consoleTitles')
  return ({ field, code, about = '' }) => {
    const [, season, number] = /^S(\d+)E(\d+)$/.exec(about) ?? []
    const region = REGIONS.find((each) => each === about)
    const language = LANGUAGES.find((each) => field.endsWith(`.${each}`))
    const named = language ? languages[language] : region && regions[region]
    const subject = season ? episode(Number(season), Number(number)) : named
    return subject ? aboutIssue(subject, issues[code]) : issues[code]
  }
}

/** What keeps a field from publication, in words. */
export function useFieldError(): (field: string) => string | undefined {
  const { issues } = useEditor()
  const say = useIssueText()
  return (field) => {
    const found = issues.find((issue) => issue.blocks && issue.field === field)
    return found && say(found)
  }
}
