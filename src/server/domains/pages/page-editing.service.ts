import { AppError } from '#contract/errors.ts'
import { revisionOf, type SeenRevision } from '#server/kit/drafts.ts'
import { pageChanges } from '#contract/admin/page-changes.ts'
import { type PageContent, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'
import { type Db, inSnapshot, type Tx } from '#server/kit/db.ts'
import { type Editor, findNamedTitles, type NamedTitle, PLANS_EVERY_MS, type PlansDeps } from '../catalogue/index.ts'
import type { DomainModule } from '../domain-module.ts'
import {
  createPagePlans,
  createPagePublication,
  keepStored,
  type PagePublicationDeps,
  requirePage,
} from './page-publication.service.ts'
import { holdPages, readPages } from './page-content.repo.ts'
import { contentOf, NEW_TAB, scopesOf } from './page-content.rules.ts'
import { titlesOf, withVersions } from './page-issues.rules.ts'
import {
  findOwnDrafts,
  findDraftScopes,
  findVersion,
  findVersions,
  type PageVersion,
  pageDrafts,
} from './page-versions.repo.ts'

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

/** Pages as operators edit them: drafts and versions, and what changes the page itself. No statement for viewers reads drafts or versions. */
export function createPageEditing(deps: PagePublicationDeps & PlansDeps) {
  const { db, clock } = deps
  const publication = createPagePublication(deps)
  const plans = createPagePlans({ ...deps, publication })
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
    publication,
    plans,
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
