import { AppError } from '#contract/errors.ts'
import { revisionOf, type SeenRevision } from '#server/kit/drafts.ts'
import { pageChanges } from '#contract/admin/page-changes.ts'
import { type PageChange, type PageContent, type PageIssue, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'
import { type Db, inSnapshot, inTransaction, type Tx } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import {
  type Editor,
  findNamedTitles,
  knownImages,
  type NamedTitle,
  notifyChanged,
  PLANS_EVERY_MS,
} from '../catalogue/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { createPagePlans, type PagePlansDeps } from './page-plans.service.ts'
import { holdPages, lockPages, raiseVersions, readPages, writePage } from './page-content.repo.ts'
import { contentOf, NEW_TAB, scopesOf, type StoredPages } from './page-content.rules.ts'
import { hashOfImage, imagesOfPage, pageIssues, titlesOf, withVersions } from './page-issues.rules.ts'
import {
  findOwnDrafts,
  findDraftScopes,
  findVersion,
  findVersions,
  keepVersion,
  type PageVersion,
  type PageVersionKind,
  pageDrafts,
} from './page-versions.repo.ts'
import type { PagesDraft } from './pages-model.ts'
import { putPages } from './pages-writing.repo.ts'

interface PageEditingDeps extends PagePlansDeps {
  /** @returns those of the ids that exist */
  readonly knownGoods: (db: Db, goodsIds: readonly string[]) => Promise<ReadonlySet<string>>
}

type PagePublication = {
  readonly scope: string
  readonly content: PageContent
  /** That the form was opened with. */
  readonly version?: number | undefined
}
type Owner = Pick<Editor, 'operatorId'>
type NewDraft = {
  readonly scope: string
  readonly content: PageContent
  readonly baseVersion: number
  readonly seen?: SeenRevision
}
/** `name`: of its tab; null for the site's page. */
export type DraftedPage = { readonly name: PageTab['name'] | null; readonly content: PageContent }
type SavedDraft = { readonly savedAt: Temporal.Instant; readonly revision: string }

export type PageEditing = ReturnType<typeof createPageEditing>

const HISTORY_PAGE = 50
const CATEGORIES_MAX = 50

/** Pages as operators edit them: drafts, publication, versions. No statement for viewers reads drafts or versions. */
export function createPageEditing({ knownGoods, ...deps }: PageEditingDeps) {
  const { db, clock } = deps
  const plans = createPagePlans({ ...deps, requirePublishable, publish, nameOf })
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'planned pages', everyMs: PLANS_EVERY_MS, run: plans.carryOutDue }],
  }
  return {
    list,
    find,
    categories,
    saveDraft,
    dropDraft,
    ownDrafts,
    check,
    publish,
    plan: plans.plan,
    unplan: plans.unplan,
    history,
    version,
    restore,
    handOver: pageDrafts.handOver,
    domainModule,
  }

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
      async (tx) => [await readPages(tx), await pageDrafts.list(tx, scope)] as const,
    )
    const { version: current, content } = requirePage(pages, scope)
    const own = drafts.find((one) => one.operatorId === operatorId)
    const draft = own && { ...own, revision: revisionOf(own.savedAt) }
    const others = drafts
      .filter((one) => one.operatorId !== operatorId)
      .map(({ operator, savedAt }) => ({ operator, savedAt }))
    const [titles, planned] = await Promise.all([
      titlesIn([content, ...(draft ? [draft.content] : [])]),
      plans.of(scope),
    ])
    const { route } = pages.tabs.find(({ tabId }) => tabId === scope) ?? NEW_TAB
    return { scope, version: current, route, content, draft, others, titles, ...planned }
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

  /** `seen`: the draft that it was made on. @throws AppError NOT_FOUND; VERSION_CONFLICT where another window has saved since */
  async function saveDraft(tx: Tx, { operatorId }: Owner, draft: NewDraft): Promise<SavedDraft> {
    const { scope } = draft
    const at = clock.now()
    await holdPages(tx)
    // What it was begun from is the base of the merge.
    await keepStored(tx, { pages: await readPages(tx), scope, at })
    const savedAt = await pageDrafts.write(tx, { ...draft, id: scope, operatorId, at })
    if (!savedAt) throw await pageDrafts.conflict(tx, { id: scope, operatorId })
    return { savedAt, revision: revisionOf(savedAt) }
  }

  /** @throws AppError VERSION_CONFLICT as `saveDraft` */
  async function dropDraft(
    tx: Tx,
    { operatorId }: Owner,
    { scope, seen }: Pick<NewDraft, 'scope' | 'seen'>,
  ): Promise<void> {
    await pageDrafts.remove(tx, { id: scope, operatorId, seen })
    const isThere = (await pageDrafts.list(tx, scope)).some((draft) => draft.operatorId === operatorId)
    if (isThere) throw await pageDrafts.conflict(tx, { id: scope, operatorId })
  }

  /** @throws AppError NOT_FOUND for one that is not the operator's own, or of a tab that is gone */
  async function ownDrafts(
    tx: Tx,
    { operatorId, scopes }: { operatorId: string; scopes: readonly string[] },
  ): Promise<ReadonlyMap<string, DraftedPage>> {
    if (scopes.length === 0) return new Map()
    const contents = new Map((await findOwnDrafts(tx, operatorId)).map(({ scope, content }) => [scope, content]))
    const tabs = new Map((await readPages(tx)).tabs.map(({ tabId, name }) => [tabId, name]))
    return new Map(
      scopes.map((scope) => {
        const content = contents.get(scope)
        const name = scope === SITE_PAGE ? null : tabs.get(scope)
        if (!content || name === undefined) throw new AppError('NOT_FOUND')
        return [scope, { name, content }]
      }),
    )
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

  /** Locks the pages. @throws AppError NOT_FOUND, VERSION_CONFLICT; INVALID_INPUT for what may not be published */
  async function requirePublishable(tx: Tx, { scope, content, version: seen }: PagePublication): Promise<StoredPages> {
    await lockPages(tx)
    const pages = await readPages(tx)
    const stored = requirePage(pages, scope)
    if (stored.version !== seen) throw await conflictOf(tx, scope, stored)
    const issues = (await issuesOf(tx, { pages, scope, content })).filter(({ blocks }) => blocks)
    if (issues.length > 0) throw operatorRefusal({ is: 'pageIncomplete', count: issues.length })
    return pages
  }

  async function nameOf(tx: Tx, scope: string): Promise<PageTab['name'] | null> {
    const tab = (await readPages(tx)).tabs.find(({ tabId }) => tabId === scope)
    return scope === SITE_PAGE ? null : (tab?.name ?? { zh_HK: scope, en_US: scope })
  }

  /** `changed`: what it changed, for the audit log. @throws AppError as `requirePublishable` */
  async function publish(
    tx: Tx,
    { actor, operatorId }: Editor,
    publication: PagePublication,
  ): Promise<{ version: number; changes: PageChange[]; changed: string[] }> {
    const pages = await requirePublishable(tx, publication)
    const { scope, content } = publication
    const stored = requirePage(pages, scope)
    await pageDrafts.remove(tx, { id: scope, operatorId, content })
    await writePage(tx, pages, { scope, stored: stored.content, content })
    const after = await keepChanges(tx, pages, { actor, kind: 'publish' })
    await notifyChanged(tx)
    const changes = pageChanges(stored.content, content)
    const changed = changes.map(({ part, id, change }) => `${change} ${part}/${id}`)
    return { version: requirePage(after, scope).version, changes, changed }
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
    { scope, version: wanted, seen }: { scope: string; version: number; seen?: SeenRevision },
  ): Promise<SavedDraft> {
    await holdPages(tx)
    const pages = await readPages(tx)
    const { content } = await versionOf(tx, scope, wanted)
    const baseVersion = requirePage(pages, scope).version
    return saveDraft(tx, owner, { scope, content: withVersions(content, pages), baseVersion, seen })
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
