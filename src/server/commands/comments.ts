import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ReviewedComment } from '#server/domains/comments/index.ts'
import { type ArgumentKind, type Arguments, defineCommand, text } from './command.ts'
import { runOnApp } from './with-app.ts'
import { hongKongMinute } from '#server/kit/instants.ts'

/** A comment as `list` has printed it: a review is refused when the text was changed since. */
const comment: ArgumentKind<{ commentId: string; version: number }> = {
  shown: '<id>@<version>',
  mustBe: 'an id and a version, as list prints them',
  read: (given) => {
    const [, commentId, version] = /^([^@]+)@(\d{1,9})$/.exec(given) ?? []
    return commentId === undefined || version === undefined ? undefined : { commentId, version: Number(version) }
  },
}
const COMMENT = { comment: { kind: comment, shown: comment.shown } } as const
const WORD = { word: { kind: text } } as const
const REVIEWED = { reason: 'reviewed' } as const

export const COMMENTS = defineCommand({
  name: 'comments',
  actions: {
    list: { help: 'prints the comments that wait for review, and those that members report, the oldest first.' },
    approve: { positionals: COMMENT, audited: REVIEWED, help: 'publishes a comment; its reports are handled.' },
    reject: { positionals: COMMENT, audited: 'reason required', help: 'takes it off: only its author sees it.' },
    words: {
      help: 'prints the words with which a comment waits for review; case, spaces and punctuation do not matter.',
    },
    'words add': { positionals: WORD, audited: REVIEWED, help: 'adds a word.' },
    'words remove': { positionals: WORD, audited: REVIEWED, help: 'removes it.' },
  },
  notes: 'Every decision is written to audit_entry.',
})

/** A comment as it is printed: one line about it, and its text below, in which nothing controls the terminal. */
export function formatReviewed({ text, reports, reviewReasons, ...comment }: ReviewedComment): string {
  const { commentId, version, status, title, programId, name, spoiler, createdAt } = comment
  const why = [
    ...reviewReasons,
    ...reports.map(({ reason, count }) => `reported as ${reason}${count > 1 ? ` ×${count}` : ''}`),
  ]
  const facts = [hongKongMinute(createdAt), `${title} (${programId})`, `by “${name}”`]
  const about = `${commentId}@${version}  ${status}: ${why.join(', ')}; ${facts.join('; ')}${spoiler ? '; spoiler' : ''}`
  return [about, ...text.split('\n').map((line) => `    ${line}`)].join('\n').replaceAll(/[^\P{C}\n]/gu, '')
}

export async function runComments(
  { comments: { review } }: Pick<Domains, 'comments'>,
  given: Arguments<typeof COMMENTS>,
): Promise<string[]> {
  switch (given.action) {
    case 'list': {
      const found = await review.list()
      return found.length > 0 ? found.map(formatReviewed) : ['No comment waits for review.']
    }
    case 'words':
      return review.listedWords()
    case 'approve':
      await review.approve({ ...given, ...given.comment })
      return ['Published.']
    case 'reject':
      await review.reject({ ...given, ...given.comment })
      return ['Rejected.']
    case 'words add':
      return [`Added ${await review.addWord(given)}.`]
    case 'words remove':
      return [`Removed ${await review.removeWord(given)}.`]
  }
}

export const commentsCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(COMMENTS, { config, args }, ({ domains }, given) => runComments(domains, given))
