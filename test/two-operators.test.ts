import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { newId } from '#server/kit/ids.ts'
import { canonical, type Side } from '#web/console/form/merge.rules.ts'
import { flatVersions, mergeTitles } from '#web/console/screens/title/title-merge.rules.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from './support/operators.ts'
import { seededRandom } from './support/seeded-random.ts'
import { anEpisode, aTitleContent } from './support/title-content.ts'

const STEPS = 200
const SEED = Number(process.env.OPERATORS_SEED ?? 20261130)

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

/** The page of one operator: what it was opened with, what is typed, and the sides that its operator chose of shown conflicts. */
interface Form {
  readonly browser: Browser
  baseVersion: number
  base: TitleContent
  mine: TitleContent
  shown: Map<string, Side>
}

/** Each sets a value that no other step sets. */
const EDITS: readonly ((content: TitleContent, value: number) => TitleContent)[] = [
  (content, value) => ({ ...content, title: { ...content.title, zh_HK: `名${value}` } }),
  (content, value) => ({ ...content, title: { ...content.title, en_US: `Name ${value}` } }),
  (content, value) => ({ ...content, description: { ...content.description, en_US: `Text ${value}` } }),
  (content, value) => ({ ...content, releaseYear: 1_900 + value }),
  (content, value) => ({ ...content, credits: value }),
  (content, value) => ({ ...content, aliases: { ...content.aliases, en_US: [...content.aliases.en_US, `A${value}`] } }),
  (content) => ({ ...content, aliases: { ...content.aliases, en_US: content.aliases.en_US.slice(1) } }),
  (content, value) => ({
    ...content,
    windows: [{ ...content.windows[0]!, endsAt: `20${30 + (value % 60)}-01-01T00:00:00.000Z` }],
  }),
  (content, value) => ({ ...content, episodes: [...content.episodes, anEpisode(2, value)] }),
  (content, value) => ({
    ...content,
    episodes: content.episodes.map((each) => (each.episode === 1 ? { ...each, endPosition: value } : each)),
  }),
]

const textOf = (value: unknown): string => JSON.stringify(canonical(value))

test('of 200 random steps of two operators in one title no value is lost, and each conflict is shown', async () => {
  const random = seededRandom(SEED)
  const pick = (count: number): number => Math.floor(random() * count)
  const programId = newId()
  const first = aTitleContent({ programType: 'drama', classify: 'drama', episodes: [anEpisode(1, 1), anEpisode(1, 2)] })
  const call = (path: string, input: object, browser: Browser) => world.call(`/titles/${path}`, input, browser)
  const forms: Form[] = []
  for (const _ of ['ann', 'ben']) {
    const browser = await world.signIn(await world.anOperator('catalogue'))
    forms.push({ browser, baseVersion: 1, base: first, mine: first, shown: new Map() })
  }
  expect(await call('publish', keyed({ programId, draft: first }), forms[0]!.browser)).toMatchObject({ version: 1 })
  let live = { version: 1, content: first }
  const seen = { published: 0, conflicts: 0, merged: 0, reloaded: 0 }

  /** Publishes once; a refusal is merged, and its conflicts are chosen, as the page does. */
  async function publish(form: Form): Promise<void> {
    const { browser, mine, baseVersion } = form
    const answer = await call('publish', keyed({ programId, draft: mine, version: baseVersion }), browser)
    if (answer.result === 'SUCCESS') return published(form, answer.version as number)
    expect(answer).toMatchObject({ errorCode: 'VERSION_CONFLICT', by: expect.stringMatching(/^operator:op-/) })
    const { content: base } = await call('version', { programId, version: baseVersion }, browser)
    expect(textOf(base)).toBe(textOf(form.base))
    const versions = { base: form.base, mine, theirs: answer.current.content as TitleContent }
    const { unchosen } = mergeTitles(versions)
    const chosen = Object.fromEntries(unchosen.map((name): [string, Side] => [name, pick(2) ? 'mine' : 'theirs']))
    for (const [name, side] of Object.entries(chosen)) form.shown.set(name, side)
    const { merged, unchosen: left } = mergeTitles(versions, chosen)
    expect(left).toEqual([])
    assertNothingLost(versions, { merged, chosen })
    seen[unchosen.length > 0 ? 'conflicts' : 'merged']++
    Object.assign(form, { base: versions.theirs, baseVersion: answer.current.version, mine: merged })
  }

  function published(form: Form, version: number): void {
    // Only who had seen the newest version replaces it.
    expect(version).toBe(live.version + 1)
    expect(textOf(form.base)).toBe(textOf(live.content))
    live = { version, content: form.mine }
    seen.published++
    Object.assign(form, { base: form.mine, baseVersion: version, shown: new Map() })
  }

  /** The page is closed and opened again: from the draft on the server. */
  async function reload(form: Form): Promise<void> {
    await call('saveDraft', { programId, draft: form.mine, baseVersion: form.baseVersion }, form.browser)
    const { draft } = await call('find', { programId }, form.browser)
    expect(draft.baseVersion).toBe(form.baseVersion)
    expect(textOf(draft.content)).toBe(textOf(form.mine))
    form.mine = draft.content as TitleContent
    seen.reloaded++
  }

  for (let step = 1; step <= STEPS; step++) {
    const form = forms[pick(2)]!
    const kind = random()
    if (kind < 0.6) form.mine = EDITS[pick(EDITS.length)]!(form.mine, step)
    else if (kind < 0.85) await publish(form)
    else if (kind < 0.95) await reload(form)
    else await Promise.all(forms.map(publish))
    const stored = await call('find', { programId }, form.browser)
    expect([stored.version, textOf(stored.content)]).toEqual([live.version, textOf(live.content)])
  }
  // Without these the steps prove nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5)
  const entries = await world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', `title:${programId}`)
    .execute()
  expect(entries).toHaveLength(seen.published + 1)
})

/** What only one side changed is there; of what both changed, the side that was chosen, or what both added. */
function assertNothingLost(
  versions: { base: TitleContent; mine: TitleContent; theirs: TitleContent },
  { merged, chosen }: { merged: TitleContent; chosen: Readonly<Record<string, Side>> },
): void {
  const { versions: before, names } = flatVersions(versions)
  const after = flatVersions({ ...versions, base: merged }).versions.base
  for (const name of names) {
    const [base, mine, theirs] = [before.base[name], before.mine[name], before.theirs[name]].map(textOf)
    const found = textOf(after[name])
    const side = chosen[name]
    if (side) expect([name, found]).toEqual([name, side === 'mine' ? mine : theirs])
    else if (base === theirs) expect([name, found]).toEqual([name, mine])
    else if (base === mine) expect([name, found]).toEqual([name, theirs])
    else if (mine !== theirs) assertBoth(name, { before: before as never, found: after[name] as readonly string[] })
  }
}

type Lists = Readonly<Record<'base' | 'mine' | 'theirs', Readonly<Record<string, readonly string[]>>>>

function assertBoth(name: string, { before, found }: { before: Lists; found: readonly string[] }): void {
  const base = before.base[name]!
  for (const side of [before.mine[name]!, before.theirs[name]!]) {
    for (const item of side) if (!base.includes(item)) expect(found).toContain(item)
    for (const item of base) if (!side.includes(item)) expect(found).not.toContain(item)
  }
}
