import { changedFields, idOfItem } from '#contract/admin/page-changes.ts'
import type { PageBanner, PageCategory, PageTab } from '#contract/admin/pages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Pill } from '../../widgets/pill.tsx'
import { useLocalized, usePage, useTitleName } from './page-context.ts'
import styles from './pages.module.css'

/** What each thing on a page is called. */
export function useNames() {
  const text = useText('consolePages')
  const { titles } = usePage()
  const localized = useLocalized()
  const titleName = useTitleName(titles)
  return {
    tab: ({ name }: PageTab) => localized(name) || text.unnamed,
    category: ({ title }: PageCategory) => localized(title) || text.unnamed,
    banner: ({ title, programId, url }: PageBanner) =>
      localized(title) || (programId === null ? url : titleName(programId)) || text.unnamed,
  }
}

/** What has become of it since the publication, and what keeps it from the next. */
function Marks({ part, item }: { part: 'tabs' | 'categories' | 'banners'; item: PageTab | PageCategory | PageBanner }) {
  const text = useText('consolePages')
  const { live, issues } = usePage()
  const id = idOfItem(item)
  const before = (live[part] as readonly (typeof item)[]).find((other) => idOfItem(other) === id)
  const wrong = issues.filter(({ field, blocks }) => blocks && `${field}/`.startsWith(`${part}/${id}/`)).length
  return (
    <>
      {wrong > 0 ? <Pill tone="bad">{text.toFix(wrong)}</Pill> : null}
      {before === undefined ? (
        <Pill tone="blue">{text.marks.added}</Pill>
      ) : changedFields(before, item).length > 0 ? (
        <Pill tone="warn">{text.marks.changed}</Pill>
      ) : null}
    </>
  )
}

export function TabFace({ tab }: { tab: PageTab }) {
  const text = useText('consolePages')
  const names = useNames()
  return (
    <>
      <span className={styles.name}>
        <strong>{names.tab(tab)}</strong>
        <small>{text.tabTypes[tab.type]}</small>
      </span>
      <span className={styles.marks}>
        <Marks part="tabs" item={tab} />
        {tab.isShown ? null : <Pill tone="plain">{text.hidden}</Pill>}
      </span>
    </>
  )
}

export function CategoryFace({ category }: { category: PageCategory }) {
  const text = useText('consolePages')
  const names = useNames()
  const { source, programClassify, programIds, promotion } = category
  const facts = [
    source === 'list' ? text.countTitles(programIds.length) : text.sources[source],
    ...(programClassify === 'mixed' ? [] : [text.classifies[programClassify]]),
    ...(category.showTopN ? [text.ranked] : []),
  ]
  return (
    <>
      <span className={styles.name}>
        <strong>{names.category(category)}</strong>
        <small>{facts.join(' · ')}</small>
      </span>
      <span className={styles.marks}>
        <Marks part="categories" item={category} />
        {promotion ? <Pill tone="plain">{promotion.adult ? text.adult : text.promoted}</Pill> : null}
      </span>
    </>
  )
}

export function BannerFace({ banner }: { banner: PageBanner }) {
  const text = useText('consolePages')
  const shell = useShellText()
  const { language } = useCallContext()
  const { titles, live } = usePage()
  const names = useNames()
  const isLive = live.banners.some(({ bannerId }) => bannerId === banner.bannerId)
  const { startsAt, endsAt, image, programId, bannerType } = banner
  const now = new Date(serverNow()).toISOString()
  const state = endsAt !== null && endsAt <= now ? 'over' : startsAt !== null && startsAt > now ? 'planned' : 'running'
  const day = (at: string | null) => (at === null ? text.open : formatInstant(at, language))
  const picture = image || (programId === null ? '' : (titles.get(programId)?.keyart ?? ''))
  return (
    <>
      <span className={styles.thumb}>
        {picture ? <ResponsiveImage src={`/i/${picture}`} alt="" sizes="96px" to={320} /> : null}
      </span>
      <span className={styles.name}>
        <strong>{names.banner(banner)}</strong>
        <small>
          {text.bannerTypes[bannerType]}
          {startsAt === null && endsAt === null ? '' : ` · ${shell.hongKong(text.span(day(startsAt), day(endsAt)))}`}
        </small>
      </span>
      <span className={styles.marks}>
        <Marks part="banners" item={banner} />
        {isLive ? (
          <Pill tone={state === 'running' ? 'ok' : state === 'planned' ? 'blue' : 'plain'} hasDot>
            {text.bannerStates[state]}
          </Pill>
        ) : null}
      </span>
    </>
  )
}
