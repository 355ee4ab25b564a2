import { useState } from 'react'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { find } from '#contract/admin/titles.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { FilmIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useMe } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import type { FoundTitle } from './editor-context.ts'
import { TitleEditor } from './editor.tsx'
import { NEW_TITLE, titleDrafts } from './title-draft.ts'

/** Who else works on it, and what they have published, is read again this often. */
const POLL_MS = 30_000

/** One title. A new one has the same page from its first letter on, so that nothing is typed twice. */
export function Title() {
  const text = useText('consoleTitle')
  const client = useAdminClient()
  const operatorId = useMe()?.operator.operatorId ?? ''
  const { pathname } = useLocation()
  const programId = pathParams(PATHS.title, plainPath(pathname))?.programId ?? NEW_TITLE
  const isNew = programId === NEW_TITLE
  const found = useRead(find, { programId }, { enabled: !isNew, pollMs: POLL_MS })
  // What was read before may be older than the draft.
  const [cachedAt] = useState(() => Date.now())
  const fresh = found.dataUpdatedAt >= cachedAt && found.isFetchedAfterMount ? found.data : undefined
  const known = titleDrafts.known(operatorId, programId)
  const start = isNew ? { id: undefined, content: EMPTY_TITLE, baseVersion: 0 } : fresh && startOf(fresh)
  const draft = known ?? (start && titleDrafts.open(client, operatorId, start))
  if (draft) return <TitleEditor key={draft.key} draft={draft} title={isNew ? undefined : found.data} />
  return (
    <NoRecord
      read={found}
      icon={<FilmIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: text.toList, href: href(PATHS.titles) }}
    />
  )
}

const startOf = ({ programId, draft, content, otherDraft, version }: FoundTitle) => ({
  id: programId,
  content: draft?.content ?? content ?? otherDraft ?? EMPTY_TITLE,
  baseVersion: draft?.baseVersion ?? version,
  savedAt: draft?.savedAt,
  revision: draft?.revision ?? null,
})
