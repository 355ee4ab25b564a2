import { AppError } from '#contract/errors.ts'
import { pageChanges } from '#contract/admin/page-changes.ts'
import { type PageChange, type PageContent, type PageIssue, SITE_PAGE } from '#contract/admin/pages.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inSnapshot, inTransaction, type Tx } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type Editor, findNamedTitles, knownImages, type NamedTitle, notifyChanged } from '../catalogue/index.ts'
import { holdPages, lockPages, raiseVersions, readPages, writePage } from './page-content.repo.ts'
import { contentOf, scopesOf, type StoredPages } from './page-content.rules.ts'
import { hashOfImage, imagesOfPage, pageIssues, titlesOf, withVersions } from './page-issues.rules.ts'
import {
  deleteDraft,
  findDrafts,
  findDraftScopes,
  findVersion,
  handDrafts,
  findVersions,
  keepVersion,
  type PageVersion,
  type PageVersionKind,
  writeDraft,
} from './page-versions.repo.ts'
import type { PagesDraft } from './pages-model.ts'
import { putPages } from './pages-writing.repo.ts'

interface PageEditingDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  /** @returns those of the ids that exist */
  readonly knownGoods: (db: Db, goodsIds: readonly string[]) => Promise<ReadonlySet<string>>
}

type PageRef = { readonly scope: string; readonly version?: number | undefined }
type Owner = Pick<Editor, 'operatorId'>

export type PageEditing = ReturnType<typeof createPageEditing>

const HISTORY_PAGE = 50
const CATEGORIES_MAX = 50

/** Pages as operators edit them: drafts, publication, versions. No statement for viewers reads drafts or versions. */
export function createPageEditing({ db, clock, knownGoods }: PageEditingDeps) {
  const handOver = (tx: Tx, work: Parameters<typeof handDrafts>[1]) => handDrafts(tx, work)
  return { list, find, categories, saveDraft, dropDraft, check, publish, history, version, restore, handOver }

  async function list({ operatorId }: Owner) {
    const [pages, drafts] = await inSnapshot(
      db,
      async (tx) => [await readPages(tx), await findDraftScopes(tx)] as const,
    )
    const known = new Set(scopesOf(pages))
    return {
      tabs: contentOf(pages, SITE_PAGE)!.tabs,
      drafts: drafts
        .filter(({ scope }) => known.has(scope))
        .map((draft) => ({ scope: draft.scope, isOwn: draft.operatorId === operatorId })),
    }
  }

  /** @throws AppError NOT_FOUND */
  async function find(scope: string, { operatorId }: Owner) {
    const [pages, drafts] = await inSnapshot(
      db,
      async (tx) => [await readPages(tx), await findDrafts(tx, scope)] as const,
    )
    const { version: current, content } = requirePage(pages, scope)
    const draft = drafts.find((one) => one.operatorId === operatorId)
    const others = drafts
      .filter((one) => one.operatorId !== operatorId)
      .map(({ operator, savedAt }) => ({ operator, savedAt }))
    const titles = await titlesIn([content, ...(draft ? [draft.content] : [])])
    return { scope, version: current, content, draft, others, titles }
  }

  function titlesIn(contents: readonly PageContent[]): Promise<NamedTitle[]> {
    return findNamedTitles(db, [...new Set(contents.flatMap(titlesOf))])
  }

  /** By a part of the name or the id. */
  async function categories(text: string) {
    const pages = await inSnapshot(db, readPages)
    const wanted = text.toLowerCase()
    const found = [...pages.categories.values()]
      .filter(({ categoryId, title }) => `${categoryId} ${title.zh_HK} ${title.en_US}`.toLowerCase().includes(wanted))
      .slice(0, CATEGORIES_MAX)
      .map((category) => ({
        category,
        tabs: pages.tabs.flatMap(({ tabId }) => (pages.rows.get(tabId)?.includes(category.categoryId) ? [tabId] : [])),
      }))
    const content = { tabs: [], categories: found.map(({ category }) => category), banners: [] }
    return { list: found, titles: await titlesIn([content]) }
  }

  /** @throws AppError NOT_FOUND */
  async function saveDraft(
    tx: Tx,
    { operatorId }: Owner,
    { scope, content, baseVersion }: { scope: string; content: PageContent; baseVersion: number },
  ): Promise<{ savedAt: Temporal.Instant }> {
    const at = clock.now()
    await holdPages(tx)
    // What it was begun from is the base of the merge.
    await keepStored(tx, { pages: await readPages(tx), scope, at })
    await writeDraft(tx, { scope, operatorId, content, baseVersion, at })
    return { savedAt: at }
  }

  async function dropDraft(tx: Tx, { scope, operatorId }: { scope: string; operatorId: string }): Promise<void> {
    await deleteDraft(tx, { scope, operatorId })
  }

  /** @throws AppError NOT_FOUND */
  async function check(scope: string, content: PageContent): Promise<PageIssue[]> {
    const pages = await inSnapshot(db, readPages)
    requirePage(pages, scope)
    return issuesOf(db, { pages, scope, content })
  }

  async function issuesOf(
    tx: Db,
    { pages, scope, content }: { pages: StoredPages; scope: string; content: PageContent },
  ): Promise<PageIssue[]> {
    const titles = await findNamedTitles(tx, titlesOf(content))
    const goods = content.banners.filter(({ bannerType }) => bannerType === 'product').map(({ url }) => url)
    return pageIssues(content, {
      scope,
      pages,
      titles: new Map(titles.map((title) => [title.programId, title])),
      images: await knownImages(tx, imagesOfPage(content).map(hashOfImage)),
      goods: await knownGoods(tx, goods),
      now: clock.now(),
    })
  }

  /** @throws AppError NOT_FOUND, VERSION_CONFLICT; INVALID_INPUT for what may not be published */
  async function publish(
    tx: Tx,
    { actor, operatorId }: Editor,
    { scope, content, version: seen }: PageRef & { content: PageContent },
  ): Promise<{ version: number; changes: PageChange[] }> {
    await lockPages(tx)
    const pages = await readPages(tx)
    const stored = requirePage(pages, scope)
    if (stored.version !== seen) throw await conflictOf(tx, scope, stored)
    const issues = (await issuesOf(tx, { pages, scope, content })).filter(({ blocks }) => blocks)
    if (issues.length > 0) throw operatorRefusal({ is: 'pageIncomplete', count: issues.length })
    await deleteDraft(tx, { scope, operatorId, content })
    await writePage(tx, pages, { scope, stored: stored.content, content })
    const after = await keepChanges(tx, pages, { actor, kind: 'publish' })
    await notifyChanged(tx)
    return { version: requirePage(after, scope).version, changes: pageChanges(stored.content, content) }
  }

  /** A list that stands on several pages changes them all: each keeps what it was and what it is. */
  async function keepChanges(
    tx: Tx,
    before: StoredPages,
    by: { actor: string; kind: PageVersionKind },
  ): Promise<StoredPages> {
    const at = clock.now()
    const { after, changed } = await raiseVersions(tx, before)
    for (const scope of changed) {
      if (contentOf(before, scope)) await keepStored(tx, { pages: before, scope, at })
      if (contentOf(after, scope)) await keepVersion(tx, { scope, ...requirePage(after, scope), ...by, at })
    }
    return after
  }

  /** Newest first. */
  async function history(scope: string, after?: number) {
    const found = await findVersions(db, { scope, before: after, limit: HISTORY_PAGE + 1 })
    const page = found.slice(0, HISTORY_PAGE).map(({ content, ...kept }, at) => ({
      ...kept,
      changes: found[at + 1] ? pageChanges(found[at + 1]!.content, content) : [],
    }))
    return { list: page, next: found.length > HISTORY_PAGE ? page.at(-1)!.version : null }
  }

  /** @throws AppError NOT_FOUND */
  async function version(scope: string, wanted: number) {
    const { content } = await inSnapshot(db, (tx) => versionOf(tx, scope, wanted))
    return { version: wanted, content, titles: await titlesIn([content]) }
  }

  async function versionOf(tx: Db, scope: string, wanted: number): Promise<Pick<PageVersion, 'version' | 'content'>> {
    const found = await findVersion(tx, scope, wanted)
    if (found) return found
    // It is kept when it is about to be changed.
    const stored = requirePage(await readPages(tx), scope)
    if (stored.version !== wanted) throw new AppError('NOT_FOUND')
    return stored
  }

  /** On top of what is there now, so that it can be published. @throws AppError NOT_FOUND */
  async function restore(
    tx: Tx,
    owner: Owner,
    { scope, version: wanted }: { scope: string; version: number },
  ): Promise<{ savedAt: Temporal.Instant }> {
    await holdPages(tx)
    const pages = await readPages(tx)
    const { content } = await versionOf(tx, scope, wanted)
    const baseVersion = requirePage(pages, scope).version
    return saveDraft(tx, owner, { scope, content: withVersions(content, pages), baseVersion })
  }
}

/** @throws AppError NOT_FOUND */
function requirePage(pages: StoredPages, scope: string): { version: number; content: PageContent } {
  const content = contentOf(pages, scope)
  if (!content) throw new AppError('NOT_FOUND')
  return { version: pages.versions.get(scope) ?? 1, content }
}

const keepStored = (
  tx: Tx,
  { pages, scope, at }: { pages: StoredPages; scope: string; at: Temporal.Instant },
): Promise<void> => keepVersion(tx, { scope, ...requirePage(pages, scope), actor: 'system', kind: 'import', at })

async function conflictOf(
  tx: Tx,
  scope: string,
  { version, content }: { version: number; content: PageContent },
): Promise<AppError> {
  const kept = await findVersion(tx, scope, version)
  const { actor = 'system', at = Temporal.Instant.fromEpochMilliseconds(0) } = kept ?? {}
  return new AppError('VERSION_CONFLICT', { current: { version, content }, by: actor, at: at.toString() })
}

/** Replaces records by id, and the carousels of the named tabs. Pages that differ afterwards have a new version. */
export const arrangePages = (db: Db, draft: PagesDraft): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockPages(tx)
    const before = await readPages(tx)
    await putPages(tx, draft)
    await raiseVersions(tx, before)
    await notifyChanged(tx)
  })
