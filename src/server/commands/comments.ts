import { parseArgs } from 'node:util'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ReviewedComment } from '#server/domains/comments/index.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run comments -- list
  npm run comments -- approve ID@VERSION [--reason "…"]
  npm run comments -- reject ID@VERSION --reason "…"
  npm run comments -- words
  npm run comments -- words add|remove WORD [--reason "…"]

list prints the comments that wait for review, and those that members report, the oldest first.
approve publishes a comment; its reports are handled. reject takes it off: only its author sees it. Both take the ID and the
version that list has printed, and refuse when the text was changed since.
A comment with one of the words waits for review; case, spaces and punctuation do not matter.
  --operator   who does it: the account of this computer by default
Every decision is written to audit_entry.
`

type By = { readonly actor: string; readonly reason: string }
export type CommentsCommand =
  | { readonly action: 'list' | 'words' }
  | ({ readonly action: 'approve' | 'reject'; readonly commentId: string; readonly version: string } & By)
  | ({ readonly action: 'addWord' | 'removeWord'; readonly word: string } & By)

const DEFAULT_REASON = 'reviewed'

/** The arguments of the command; undefined when they are wrong. */
export function readCommentsCommand(args: readonly string[]): CommentsCommand | undefined {
  const options = { reason: { type: 'string' }, operator: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const isKnown = Object.entries(values).every(
    ([name, value]) => name in options && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown) return undefined
  const { reason, operator } = values as { reason?: string; operator?: string }
  const by = { actor: actorOf(operator), reason: reason?.trim() ?? DEFAULT_REASON }
  const [action, first, second, ...rest] = positionals
  if (rest.length > 0) return undefined
  if (first === undefined)
    return (action === 'list' || action === 'words') && Object.keys(values).length === 0 ? { action } : undefined
  if (action === 'words' && second !== undefined) {
    if (first === 'add') return { action: 'addWord', word: second, ...by }
    return first === 'remove' ? { action: 'removeWord', word: second, ...by } : undefined
  }
  if (second !== undefined) return undefined
  const [commentId = '', version = '', ...more] = first.split('@')
  if (commentId === '' || version === '' || more.length > 0) return undefined
  if (action === 'approve') return { action, commentId, version, ...by }
  return action === 'reject' && reason !== undefined ? { action, commentId, version, ...by } : undefined
}

/** A comment as it is printed: one line about it, and its text below, in which nothing controls the terminal. */
export function formatReviewed({ text, reports, reviewReasons, ...comment }: ReviewedComment): string {
  const { commentId, version, status, title, programId, name, spoiler, createdAt } = comment
  const why = [
    ...reviewReasons,
    ...reports.map(({ reason, count }) => `reported as ${reason}${count > 1 ? ` ×${count}` : ''}`),
  ]
  const facts = [createdAt.toString({ smallestUnit: 'second' }), `${title} (${programId})`, `by “${name}”`]
  const about = `${commentId}@${version}  ${status}: ${why.join(', ')}; ${facts.join('; ')}${spoiler ? '; spoiler' : ''}`
  return [about, ...text.split('\n').map((line) => `    ${line}`)].join('\n').replaceAll(/[^\P{C}\n]/gu, '')
}

/** Does what the command says. @returns the lines to print @throws AppError */
export async function runComments(
  { comments: { review } }: Pick<Domains, 'comments'>,
  command: CommentsCommand,
): Promise<string[]> {
  switch (command.action) {
    case 'list': {
      const found = await review.list()
      return found.length > 0 ? found.map(formatReviewed) : ['No comment waits for review.']
    }
    case 'words':
      return review.listedWords()
    case 'approve':
      await review.approve(command)
      return ['Published.']
    case 'reject':
      await review.reject(command)
      return ['Rejected.']
    case 'addWord':
      return [`Added ${await review.addWord(command)}.`]
    case 'removeWord':
      return [`Removed ${await review.removeWord(command)}.`]
  }
}

/** `npm run comments`: reviews comments. */
export async function commentsCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = readCommentsCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'comments', async (app) => {
    for (const line of await runComments(app.domains, command)) console.log(line)
    return 0
  })
}
